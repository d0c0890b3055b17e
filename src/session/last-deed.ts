import type { SessionKind } from './session-kind.ts';
import type { LastDeed, LogEntry } from './session-record.ts';

/** The last of these that people are told of. */
export function toLastDeed(
  entries: readonly LogEntry[],
  kind: Pick<SessionKind, 'toDeed'> | undefined,
): LastDeed | undefined {
  for (const entry of entries.toReversed()) {
    const words = kind?.toDeed?.(entry);
    if (!words) continue;
    const { verb, label, where, by } = words;
    const { timestamp, actor } = entry;
    return {
      timestamp,
      actor: { ...actor, ...by },
      verb,
      ...(label !== undefined && { label }),
      ...(where !== undefined && { where }),
    };
  }
  return undefined;
}
