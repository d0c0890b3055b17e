import type { SessionKind } from '../session/session-kind.ts';
import { toAppDeed } from './session/app-deed.ts';

/** A session in which an agent and a person use a Lowdefy app. */
export const appSessions: SessionKind = {
  kind: 'app',
  shareable: true,
  closable: true,
  links: ({ sessionId }) => [{ href: `/apps/${sessionId}` }],
  subjectOf: ({ data: { app } }) => (typeof app === 'string' ? app : undefined),
  toDeed: toAppDeed,
};

/** A session of one call of the app's own tools. It is closed when the call succeeds, and otherwise kept for a while. */
export const appCallSessions: SessionKind = {
  ...appSessions,
  kind: 'app_call',
  shareable: false,
  expiryMinutes: 60,
};

/** Sessions in which an app is used. */
export const APP_KINDS: readonly string[] = [appSessions.kind, appCallSessions.kind];
