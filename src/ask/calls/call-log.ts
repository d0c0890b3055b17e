import type { LogEntry } from '../../session/session-record.ts';
import type { JournalEntry } from '../run/journal.ts';

const MARK = 'tool.';

/** A journal's entries as lines of the session's history: an answer is attributed to the actor who gave it, everything else to the tool. */
export function toLogEntries(entries: readonly JournalEntry[], userId: string, tool: string): LogEntry[] {
  const timestamp = new Date().toISOString();
  return entries.map((entry) => {
    const { op, ...detail } = entry;
    const by = entry.op === 'answered' && entry.by ? entry.by : ({ kind: 'system', name: tool } as const);
    return { timestamp, actor: { userId, ...by }, action: `${MARK}${op}`, ...detail };
  });
}

export interface Dated<Entry = JournalEntry> {
  at: string;
  entry: Entry;
}

export function toJournal(log: readonly LogEntry[]): Dated[] {
  return log.flatMap((line) => {
    if (!line.action.startsWith(MARK)) return [];
    const { timestamp, actor: _, action, ...detail } = line;
    return [{ at: timestamp, entry: { op: action.slice(MARK.length), ...detail } as JournalEntry }];
  });
}
