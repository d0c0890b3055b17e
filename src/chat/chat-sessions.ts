import type { SessionKind } from '../session/session-kind.ts';

/** A conversation with a model. */
export const chatSessions: SessionKind = {
  kind: 'chat',
  links: ({ sessionId, status }) => (status === 'open' ? [{ href: `/chat/${sessionId}` }] : []),
};
