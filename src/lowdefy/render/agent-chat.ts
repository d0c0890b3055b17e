import type { UIMessage } from 'ai';
import type { ViewNode, ViewPart } from '../../view/view-node.ts';
import {
  type ChatProperties,
  type ChatRecord,
  isAnswering,
  listOf,
  type Proposal,
  suggestionsOf,
} from '../bridge/chat/chat-record.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, hint, note, text, title, toNode } from './block-node.ts';
import { type MessageDisplay, messageParts } from './chat-message.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { asRecord, plainText } from './shown-text.ts';
import { moreRows, rowsShown } from './table-part.ts';

const DEFAULT_MESSAGES = 20;
/** What only a person can answer is shown with the question. */
const FOR_PEOPLE = new Set(['onApprove', 'onReject']);

/** A conversation: who said what, and how to continue it. */
export const renderAgentChat: BlockRender = (block, context) => {
  const { properties } = block;
  const chat = block.ui.chat;
  const messages = chat?.messages ?? [];
  const shown = lastRows(block, messages.length, context);
  const events = block.events.filter((name) => !FOR_PEOPLE.has(name));
  return [
    toNode('container', block, {
      attributes: { status: statusOf(chat, block) },
      events,
      parts: [
        ...(messages.length === 0 ? welcomeOf(properties) : []),
        ...headerOf(properties),
        moreRows(block, shown, messages.length),
        chat?.error === undefined ? undefined : { kind: 'error', text: chat.error },
        ...howTo(block, chat),
      ],
      children: messages.slice(shown.from, shown.to).map((message) => toMessage(message, block, chat)),
    }),
  ];
};

/** The newest, unless others are requested. */
function lastRows(block: BlockSnapshot, total: number, context: RenderContext): { from: number; to: number } {
  const isAsked = context.rows?.blockId === block.blockId;
  if (isAsked) return rowsShown(block, total, context, DEFAULT_MESSAGES);
  return { from: Math.max(0, total - DEFAULT_MESSAGES), to: total };
}

function statusOf(chat: ChatRecord | undefined, { events }: BlockSnapshot): string | undefined {
  if (!chat) return undefined;
  if (isAnswering(chat)) return 'answering';
  if (events.includes('onApprove')) return 'waiting for approval';
  return chat.status === 'error' ? 'failed' : undefined;
}

function welcomeOf(properties: Record<string, unknown>): (ViewPart | undefined)[] {
  const welcome = asRecord(properties.welcome);
  return [title(welcome.title), text(welcome.description)];
}

/** What is above the input until somebody closes it. */
function headerOf(properties: Record<string, unknown>): (ViewPart | undefined)[] {
  const header = asRecord(asRecord(properties.sender).header);
  return header.open === false ? [] : [note(header.title), note(header.content)];
}

function howTo(block: BlockSnapshot, chat: ChatRecord | undefined): (ViewPart | undefined)[] {
  const { events } = block;
  const properties = block.properties as ChatProperties;
  const { sender, welcome } = properties;
  const by = (event: string, payload?: object) => ({ event, ...(payload && { payload }) });
  const { enabled, accept, maxSize } = sender?.attachments ?? {};
  const shown = (all: Proposal[]) => all.map(({ label, description }) => ({ label, description }));
  const prompts = listOf(welcome?.prompts);
  const suggestions = chat ? suggestionsOf(properties, chat) : [];
  return [
    ...(events.includes('onPromptClick')
      ? [
          fact('prompts', shown(prompts)),
          hint('To use one', by('onPromptClick', { label: prompts[0]?.label })),
        ]
      : []),
    ...(events.includes('onSuggestionClick')
      ? [
          fact('suggestions', shown(suggestions)),
          hint('To use one', by('onSuggestionClick', { label: suggestions[0]?.label })),
        ]
      : []),
    ...listOf(sender?.switches).map(({ key, label }) =>
      fact('switch', { key, label, checked: chat?.switches[key] ?? false }),
    ),
    events.includes('onApprove')
      ? hint('To approve', 'A person approves or rejects it on the page of this session.')
      : undefined,
    events.includes('wait') ? hint('To wait for the rest', by('wait')) : undefined,
    events.includes('onUserMessage')
      ? fact('sendMessage', by('onUserMessage', { text: plainText(asRecord(sender).placeholder) ?? '…' }))
      : undefined,
    enabled && events.includes('onUserMessage')
      ? fact('attachments', {
          payload: { files: [{ name: 'a.txt', type: 'text/plain', base64: '…' }] },
          accept,
          maxSize,
        })
      : undefined,
  ];
}

function toMessage(
  message: UIMessage,
  { properties }: BlockSnapshot,
  chat: ChatRecord | undefined,
): ViewNode {
  const display = asRecord(properties.messageDisplay) as MessageDisplay;
  const isUser = message.role === 'user';
  const role = asRecord(asRecord(display.roles)[isUser ? 'user' : 'assistant']);
  const isStreaming = chat !== undefined && isAnswering(chat);
  const parts = messageParts(message, display, isStreaming);
  return {
    tag: 'container',
    id: message.id,
    type: 'Message',
    attributes: {
      role: isUser ? 'user' : 'assistant',
      from: plainText(role.name) ?? (isUser ? 'You' : 'Assistant'),
    },
    ...(parts.length > 0 && { parts }),
  };
}
