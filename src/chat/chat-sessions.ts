import type { SessionKind } from '../session/session-kind.ts';
import { toChatDeed } from './log/chat-deed.ts';

const FAILED = ['error', 'tool_error'];

/** A conversation with a model. */
export const chatSessions: SessionKind = {
  kind: 'chat',
  shareable: true,
  toDeed: toChatDeed,
  outcomeOf: ({ event }) =>
    FAILED.some((type) => type === (event as { type?: unknown } | undefined)?.type) ? 'failed' : undefined,
  links: ({ sessionId, status }) => (status === 'open' ? [{ href: `/chat/${sessionId}` }] : []),
};
