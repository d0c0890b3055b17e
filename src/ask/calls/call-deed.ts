import { decodeJson } from '../../lib/json-codec.ts';
import { granteeName } from '../../protocol/right-words.ts';
import type { DeedChange, DeedWords } from '../../session/deed.ts';
import type { LogEntry } from '../../session/session-record.ts';
import { toJournal } from './call-log.ts';

const ANSWERS = { decline: 'declined', cancel: 'cancelled the question' } as const;
const MAX_TEXT = 2_000;

/** What a call of a tool did. Null for what only its replay needs. */
export function toCallDeed(line: LogEntry): DeedWords | null | undefined {
  const [dated] = toJournal([line]);
  if (!dated) return undefined;
  const { entry } = dated;
  switch (entry.op) {
    case 'asked':
      return {
        verb: entry.to ? `asked ${granteeName(entry.to)}:` : 'asked:',
        label: entry.message.split('\n')[0] ?? '',
      };
    case 'answered':
      return entry.answer.action === 'accept'
        ? { verb: 'answered', changes: toFields(entry.answer.content) }
        : { verb: ANSWERS[entry.answer.action] };
    case 'step':
    case 'sample':
      return {
        verb: entry.op === 'step' ? 'did' : 'asked the model',
        ...(entry.op === 'step' && { label: entry.key }),
        ...(entry.error && { reason: entry.error.message }),
        ...textsOf(entry.value),
      };
    case 'withdrawn':
      return { verb: 'withdrew a question' };
    case 'completed':
      return { verb: 'finished', ...textsOf(entry.value) };
    case 'failed':
      return { verb: 'failed', reason: entry.error.message };
    case 'cancelled':
      return { verb: entry.expired ? 'expired' : 'was cancelled', rest: `: ${entry.reason}` };
    default:
      return null;
  }
}

function toFields(content: Record<string, unknown>): DeedChange[] {
  return Object.entries(content).map(([label, value]) => ({ label, after: toText(value) }));
}

function textsOf(stored: unknown): Pick<DeedWords, 'texts'> {
  const value = decodeJson(stored);
  return value === undefined || value === null ? {} : { texts: [{ title: 'Result', text: toText(value) }] };
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
