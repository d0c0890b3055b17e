import type { DeedsWanted } from '../../protocol/deed.ts';
import type { Deed } from '../../session/deed.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Sessions } from '../../session/sessions.ts';
import { isWantedDeed } from './is-wanted.ts';
import { toDeeds } from './to-deeds.ts';

/** Parts are read this many at a time. */
const PARTS = 100;
/** A search returns after this many, also with nothing: the reader may continue it. */
const MAX_PARTS = 5_000;

export interface TimeLinePart {
  /** The oldest first. */
  deeds: Deed[];
  /** Where to read on; absent at the beginning of the history. */
  earlier?: string;
  /** The last place that was read; absent where there is nothing. */
  last?: string;
}

/** The last deeds before a place, or of all, at least `limit` of those that are wanted if there are so many nearby. */
export async function readTimeLine(
  sessions: Sessions,
  record: SessionRecord,
  { wanted, limit, before }: { wanted: DeedsWanted; limit: number; before?: string | undefined },
): Promise<TimeLinePart> {
  const kind = sessions.kind(record.kind);
  let deeds: Deed[] = [];
  let earlier = before;
  let last: string | undefined;
  for (let read = 0; read < MAX_PARTS; read += PARTS) {
    const parts = await sessions.parts(record, {
      limit: Math.min(PARTS, limit),
      ...(earlier !== undefined && { before: earlier }),
    });
    last ??= parts.at(-1)?.place;
    earlier = parts[0]?.place;
    deeds = [...toDeeds(parts, kind).filter((deed) => isWantedDeed(deed, wanted)), ...deeds];
    if (parts.length < Math.min(PARTS, limit)) return { deeds, ...(last !== undefined && { last }) };
    if (deeds.length >= limit) break;
  }
  return { deeds, ...(earlier !== undefined && { earlier }), ...(last !== undefined && { last }) };
}
