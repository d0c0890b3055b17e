import type { SessionKind } from '../../session/session-kind.ts';

/** One call of an asking tool. */
export const callSessions: SessionKind = {
  kind: 'tool',
  waits: true,
  links: ({ status }) => (status === 'open' ? [{ href: '/asks' }] : []),
};
