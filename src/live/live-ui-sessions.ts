import type { SessionKind } from '../session/session-kind.ts';
import { toLiveDeed } from './live-deed.ts';

/** A live UI. Its page has its own origin; the console is one of the person's pages. */
export const liveUiSessions: SessionKind = {
  kind: 'live',
  shareable: 'act',
  closable: true,
  toDeed: toLiveDeed,
  aliasOf: ({ data: { alias } }) => (typeof alias === 'string' ? alias : undefined),
  subjectOf: ({ data: { app } }) => (typeof app === 'string' ? app : undefined),
  links: ({ sessionId, status }) =>
    status === 'open'
      ? [{ href: `/live/${sessionId}/` }, { href: `/console?session=${sessionId}`, text: 'Lua console' }]
      : [],
};
