import type { Recorded } from '../tool/operation.ts';
import { effectKeyOf, type JournalEntry } from './journal.ts';

/** What takes time, and is recorded when it begins. */
export type Begun = Extract<JournalEntry, { op: 'asked' | 'sampling' | 'sleeping' }>;

/** What was begun according to the journal and has no outcome, by id; undefined if there is nothing. */
export function stillBegun(journal: readonly JournalEntry[]): Map<string, Begun> | undefined {
  const begun = new Map<string, Begun>();
  for (const entry of journal) {
    if (entry.op === 'asked' || entry.op === 'sampling' || entry.op === 'sleeping')
      begun.set(entry.id, entry);
    else if ('id' in entry) begun.delete(entry.id);
  }
  return begun.size > 0 ? begun : undefined;
}

/** Whether an effect is the one that was begun before. */
export function isSameEffect(before: Begun, effect: Recorded): boolean {
  if (before.op === 'sleeping') return effect.op === 'sleep';
  return (
    effect.op === (before.op === 'asked' ? 'elicit' : 'sample') && effectKeyOf(effect).key === before.key
  );
}
