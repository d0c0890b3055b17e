import type { SessionKind } from '../session/session-kind.ts';

/** A session in which an agent and a person use a Lowdefy app. */
export const appSessions: SessionKind = {
  kind: 'app',
  closable: true,
  links: ({ sessionId }) => [{ href: `/apps/${sessionId}` }],
};
