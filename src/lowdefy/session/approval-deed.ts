import type { DeedWords } from '../../session/deed.ts';
import type { LogEntry } from '../../session/session-record.ts';

/** What a person decided about something that an agent wanted to do, or took back. Undefined for anything else. */
export function toApprovalDeed({ action, by, what, note }: LogEntry): DeedWords | undefined {
  const verb = verbOf(action, String(by));
  if (verb === undefined) return undefined;
  return { verb, label: String(what), ...(typeof note === 'string' && { said: note }) };
}

function verbOf(action: string, by: string): string | undefined {
  if (action === 'approved') return `got the approval of ${by} for`;
  if (action === 'declined') return `was refused by ${by}:`;
  return action === 'undo' ? 'took back what the agent did with' : undefined;
}
