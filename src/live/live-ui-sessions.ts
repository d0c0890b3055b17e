import type { SessionKind } from '../session/session-kind.ts';

/** A live UI. Its page has its own origin; the console is one of the person's pages. */
export const liveUiSessions: SessionKind = {
  kind: 'live',
  closable: true,
  links: ({ sessionId, status }) =>
    status === 'open'
      ? [{ href: `/live/${sessionId}/` }, { href: `/console?session=${sessionId}`, text: 'Lua console' }]
      : [],
};
