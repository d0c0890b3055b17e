import type { Deed } from '../../session/deed.ts';
import type { SessionKind } from '../../session/session-kind.ts';
import type { LogEntry } from '../../session/session-record.ts';
import type { LogPart } from '../../session/session-store.ts';
import { toShownDetail } from '../../session/shown-detail.ts';
import { toCommonDeed, toPlainDeed } from './common-deed.ts';

/**
 * Entries of one call are written at once; what was copied from another store may stand together by chance. Where calls are
 * written together, each entry names its own.
 */
const MAX_GAP_MS = 1_000;

/** What parts of a history say, for people, secrets masked. What is of no interest to people is left out. */
export function toDeeds(parts: readonly LogPart[], kind: SessionKind | undefined): Deed[] {
  return parts.flatMap(({ place, entries }) => {
    let call = 0;
    return entries.flatMap((entry, index): Deed[] => {
      const before = entries[index - 1];
      if (before && !isSameCall(before, entry)) call = index;
      const deed = toDeed(entry, kind);
      const name = typeof entry.call === 'string' ? entry.call : `${place}.${call}`;
      return deed ? [{ ...deed, id: `${place}.${index}`, call: name }] : [];
    });
  });
}

function toDeed(entry: LogEntry, kind: SessionKind | undefined): Omit<Deed, 'id' | 'call'> | undefined {
  const { timestamp, actor, action, ...detail } = entry;
  const shown: LogEntry = { timestamp, actor, action, ...toShownDetail(detail) };
  const words = toCommonDeed(shown) ?? kind?.toDeed?.(shown);
  if (words === null) return undefined;
  const { by, ...rest } = words ?? toPlainDeed(shown);
  return { timestamp, actor: { ...actor, ...by }, ...rest };
}

function isSameCall(one: LogEntry, next: LogEntry): boolean {
  const { kind, userId, name } = one.actor;
  const isSameActor = next.actor.kind === kind && next.actor.userId === userId && next.actor.name === name;
  return isSameActor && Date.parse(next.timestamp) - Date.parse(one.timestamp) < MAX_GAP_MS;
}
