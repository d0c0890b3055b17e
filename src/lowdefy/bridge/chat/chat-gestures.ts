import type { EngineBlock } from '../../engine/engine-types.ts';
import type { OwnGestures } from '../components/own-gestures.ts';
import { buttonsOf, chatPropertiesOf, isAnswering, listOf, suggestionsOf } from './chat-record.ts';
import { chatOf } from './open-chat.ts';
import { pendingOf } from './tell-app.ts';
import { ANSWERS, toChatGesture } from './to-chat-gesture.ts';

/** Every event that the component fires, some of them by itself. */
const OWN = [
  'onBeforeSend',
  'onDataPart',
  'onDeleteMessage',
  'onEditMessage',
  'onError',
  'onFeedback',
  'onMessageComplete',
  'onRegenerate',
  'onStop',
  'onSuggestionClick',
  'onSwitchChange',
  'onTitleGenerated',
  'onToolCall',
  'onToolResult',
  'onUserMessage',
];

/**
 * What a person can do in a chat. `onUserMessage` sends, after the app agreed (`onBeforeSend`); `wait`,
 * `onPromptClick`, `onApprove` and `onReject` are not events of the component, but things to do in it.
 */
export const chatGestures: OwnGestures = {
  own: [...OWN, ...Object.keys(ANSWERS), 'onPromptClick', 'wait'],
  offered,
  toGesture: toChatGesture,
  whyNot,
  hidesMethods: true,
  forPerson: (name) =>
    name in ANSWERS
      ? 'Only a person can approve or reject a tool of the app. Ask the person to do it on the page of this session.'
      : undefined,
};

function offered(block: EngineBlock): string[] {
  const chat = chatOf(block);
  if (!chat) return [];
  const { record } = chat;
  const { messages } = record;
  const properties = chatPropertiesOf(block);
  const { sender, welcome, messageDisplay } = properties;
  const names: (string | false)[] = [listOf(sender?.switches).length > 0 && 'onSwitchChange'];
  if (pendingOf(chat.record).length > 0) names.push(...Object.keys(ANSWERS));
  if (isAnswering(record)) names.push('wait', 'onStop');
  // A message sent before a tool has its answer fails, and so does every later one.
  if (isAnswering(record) || pendingOf(chat.record).length > 0) return names.filter((name) => name !== false);
  const buttons = buttonsOf(properties);
  const isEmpty = messages.length === 0;
  const hasAnswer = messages.some(({ role }) => role === 'assistant');
  const canEdit = messageDisplay?.editableMessages !== false && messages.some(({ role }) => role === 'user');
  names.push(
    'onUserMessage',
    isEmpty && listOf(welcome?.prompts).length > 0 && 'onPromptClick',
    !isEmpty && suggestionsOf(properties, record).length > 0 && 'onSuggestionClick',
    hasAnswer && buttons.has('regenerate') && 'onRegenerate',
    hasAnswer && buttons.has('feedback') && 'onFeedback',
    hasAnswer && buttons.has('delete') && 'onDeleteMessage',
    canEdit && 'onEditMessage',
  );
  return names.filter((name) => name !== false);
}

/** Everything but stopping and waiting has to wait while a reply is coming, or while a tool asks. */
function whyNot(block: EngineBlock, name: string): string | undefined {
  const chat = chatOf(block);
  if (!chat || !OWN.includes(name)) return undefined;
  if (isAnswering(chat.record))
    return `"${block.blockId}" is still answering. Trigger its event "wait" to wait for the answer, or "onStop" to stop it.`;
  if (pendingOf(chat.record).length > 0)
    return `A tool that "${block.blockId}" wants to use is waiting for a person to approve or reject it on the page of this session. Nothing can be sent until then.`;
  return undefined;
}
