import { TandemError } from '../../../errors.ts';
import type { EngineBlock, EventResult, Triggered } from '../../engine/engine-types.ts';
import { chooseKey } from '../components/choose-key.ts';
import { fire } from '../components/fire-event.ts';
import { asPayload, NOTHING } from '../components/gesture-step.ts';
import { toMessage } from '../event-failure.ts';
import { toChatFiles } from './chat-files.ts';
import { chatPropertiesOf, listOf, type Proposal, suggestionsOf, uiMessageText } from './chat-record.ts';
import { chatOf, type OpenChat } from './open-chat.ts';
import { pendingOf } from './tell-app.ts';

/** Only a person answers what a tool asks. */
export const ANSWERS = { onApprove: true, onReject: false };
type Payload = Record<string, unknown>;

/** Refuses what cannot be done with this payload; otherwise returns a function that does it. */
export function toChatGesture(block: EngineBlock, name: string, payload: unknown): () => Triggered {
  const chat = chatOf(block);
  if (!chat) throw new TandemError('unavailable', `"${block.blockId}" is not on the screen.`);
  const given = asPayload(payload);
  const tell = (event: object) => block.triggerEvent({ name, event });
  const { record } = chat;
  const { messages } = record;
  switch (name) {
    case 'onUserMessage':
      return toSending(block, chat, given);
    case 'onPromptClick': {
      const { label } = proposalOf(block, name, given, listOf(chatPropertiesOf(block).welcome?.prompts));
      return done(() => chat.send({ text: label }));
    }
    case 'onSuggestionClick': {
      const all = suggestionsOf(chatPropertiesOf(block), record);
      const chosen = proposalOf(block, name, given, all);
      const { label, description } = chosen;
      const suggestion = { key: chosen.key ?? `suggestion-${all.indexOf(chosen)}`, label, description };
      return after(tell, { suggestion }, () => chat.send({ text: label }));
    }
    case 'onStop':
      return () => {
        chat.stop();
        return tell({ messages });
      };
    case 'wait':
      return done(() => chat.wait());
    case 'onApprove':
    case 'onReject': {
      const id = choose(block, name, 'id', given.id, pendingOf(chat.record));
      return async () => {
        await chat.respond(id, ANSWERS[name]);
        return NOTHING;
      };
    }
    case 'onRegenerate': {
      const messageId = answerId(block, name, given, chat);
      return after(tell, { messageId, messages }, () => chat.regenerate(messageId));
    }
    case 'onDeleteMessage': {
      const messageId = answerId(block, name, given, chat);
      const content = contentOf(chat, messageId);
      return after(tell, { messageId, content, messages }, () =>
        chat.setMessages(record.messages.filter(({ id }) => id !== messageId)),
      );
    }
    case 'onFeedback': {
      const messageId = answerId(block, name, given, chat);
      const rating = choose(block, name, 'rating', given.rating, ['like', 'dislike']);
      return () => tell({ messageId, messageContent: contentOf(chat, messageId), rating });
    }
    case 'onEditMessage':
      return toEditing(block, chat, given, tell);
    case 'onSwitchChange': {
      const switches = listOf(chatPropertiesOf(block).sender?.switches);
      const key = choose(
        block,
        name,
        'key',
        given.key,
        switches.map((one) => one.key),
      );
      const { checked } = given;
      if (typeof checked !== 'boolean') throw wrong(block, name, '{"key": KEY, "checked": true}');
      return () => {
        record.switches = { ...record.switches, [key]: checked };
        return tell({ key, checked });
      };
    }
    default:
      throw new TandemError('invalid_input', `"${block.blockId}" has no "${name}".`);
  }
}

function done(work: () => void): () => EventResult {
  return () => {
    work();
    return NOTHING;
  };
}

/** The component notifies the app and does not wait for the result. */
function after(tell: (event: object) => Triggered, event: object, work: () => void): () => Triggered {
  return () => {
    const told = tell(event);
    work();
    return told;
  };
}

function toSending(block: EngineBlock, chat: OpenChat, given: Payload): () => Triggered {
  const { text = '', files: attached } = given;
  const files = toChatFiles(block, attached);
  if (typeof text !== 'string' || (text.trim() === '' && files.length === 0))
    throw wrong(block, 'onUserMessage', '{"text": "…"}');
  return async () => {
    const { messages, switches } = chat.record;
    const event = { text, files: files.map(({ about }) => about), messages, switches };
    const asked = await block.triggerEvent({ name: 'onBeforeSend', event });
    if (asked.success === false)
      return { ...asked, error: new Error(`The app did not send it: ${toMessage(asked.error)}`) };
    try {
      const parts = await Promise.all(files.map((file) => file.toPart()));
      chat.send(parts.length > 0 ? { parts: [{ type: 'text', text }, ...parts] } : { text });
    } catch (error) {
      const message = toMessage(error);
      fire(block, 'onError', { message });
      return { success: false, error: new Error(`It was not sent: ${message}`), responses: {} };
    }
    return asked;
  };
}

function toEditing(
  block: EngineBlock,
  chat: OpenChat,
  { messageId, text }: Payload,
  tell: (event: object) => Triggered,
): () => Triggered {
  const { messages } = chat.record;
  const own = messages.filter(({ role }) => role === 'user').map(({ id }) => id);
  const id = choose(block, 'onEditMessage', 'messageId', messageId, own);
  if (typeof text !== 'string' || text.trim() === '')
    throw wrong(block, 'onEditMessage', '{"messageId": ID, "text": "…"}');
  const event = { messageId: id, originalContent: contentOf(chat, id), newContent: text, messages };
  return after(tell, event, () => {
    chat.setMessages(
      messages.slice(
        0,
        messages.findIndex((message) => message.id === id),
      ),
    );
    chat.send({ text });
  });
}

/** A reply of the assistant: the named one, or the last. */
function answerId(block: EngineBlock, name: string, { messageId }: Payload, { record }: OpenChat): string {
  const answers = record.messages.filter(({ role }) => role === 'assistant').map(({ id }) => id);
  return choose(block, name, 'messageId', messageId ?? answers.at(-1), answers);
}

function contentOf({ record }: OpenChat, messageId: string): string {
  return uiMessageText(record.messages.find(({ id }) => id === messageId));
}

function proposalOf(block: EngineBlock, name: string, { label }: Payload, all: Proposal[]): Proposal {
  const wanted = choose(
    block,
    name,
    'label',
    label,
    all.map((one) => one.label),
  );
  return all.find((one) => one.label === wanted) as Proposal;
}

function choose(block: EngineBlock, name: string, key: string, value: unknown, valid: string[]): string {
  return chooseKey(block.blockId, name, { key, value, valid });
}

function wrong(block: EngineBlock, name: string, example: string): TandemError {
  return new TandemError('invalid_input', `${name} of "${block.blockId}" needs the payload ${example}.`);
}
