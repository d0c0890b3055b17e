import type { SessionKind } from '../../session/session-kind.ts';
import type { LogEntry } from '../../session/session-record.ts';
import { toCallDeed } from './call-deed.ts';
import { toJournal, toLogEntries } from './call-log.ts';
import { callRecordOf } from './call-record.ts';
import { toCallState } from './call-state.ts';

/** One call of an asking tool. */
export const callSessions: SessionKind = {
  kind: 'tool',
  shareable: true,
  waits: true,
  links: ({ status }) => (status === 'open' ? [{ href: '/asks' }] : []),
  subjectOf: ({ name }) => name,
  outcomeOf,
  toDeed: toCallDeed,
  /** A conversation, or the session that a tool was called for. */
  partOf(record) {
    const call = callRecordOf(record);
    const { sessionId } = call?.params ?? {};
    return call?.conversationId ?? (typeof sessionId === 'string' ? sessionId : undefined);
  },
  toEnding(record, history, reason) {
    const isOver = toCallState(toJournal(history), record.createdAt).ending !== undefined;
    return isOver ? [] : toLogEntries([{ op: 'cancelled', reason }], record.userId, record.name);
  },
};

function outcomeOf(entry: LogEntry): string | undefined {
  const [dated] = toJournal([entry]);
  switch (dated?.entry.op) {
    case 'asked':
      return 'waiting';
    case 'answered':
      return { accept: 'accepted', decline: 'declined', cancel: 'cancelled' }[dated.entry.answer.action];
    case 'cancel':
    case 'cancelled':
      return dated.entry.expired ? 'expired' : 'cancelled';
    case 'withdrawn':
      return 'withdrawn';
    default:
      return undefined;
  }
}
