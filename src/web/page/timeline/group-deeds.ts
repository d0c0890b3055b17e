import type { ShownDeed } from '../../../protocol/deed.ts';

/** What one call did, or somebody did on a page in one go. */
export interface DeedGroup {
  id: string;
  actor: ShownDeed['actor'];
  timestamp: string;
  /** In the order in which they were done. */
  deeds: ShownDeed[];
}

/** Deeds by call, the newest call first. `deeds`: the oldest first. */
export function groupDeeds(deeds: readonly ShownDeed[]): DeedGroup[] {
  const groups: DeedGroup[] = [];
  for (const deed of foldDeeds(deeds)) {
    const last = groups.at(-1);
    if (last && last.deeds[0]?.call === deed.call) {
      last.deeds.push(deed);
      last.timestamp = deed.timestamp;
    } else groups.push({ id: deed.id, actor: deed.actor, timestamp: deed.timestamp, deeds: [deed] });
  }
  return groups.reverse();
}

/** A person's text arrives while it is typed: of such deeds in a row the last is left, with what was there before the first. */
function foldDeeds(deeds: readonly ShownDeed[]): ShownDeed[] {
  const folded: ShownDeed[] = [];
  for (const deed of deeds) {
    const last = folded.at(-1);
    if (last && isSame(last, deed)) {
      const before = last.changes?.[0]?.before;
      const changes = deed.changes?.map((change) => {
        const { before: _, ...rest } = change;
        return { ...rest, ...(before !== undefined && { before }) };
      });
      folded[folded.length - 1] = { ...deed, id: last.id, ...(changes && { changes }) };
    } else folded.push(deed);
  }
  return folded;
}

function isSame(one: ShownDeed, next: ShownDeed): boolean {
  return (
    next.fold !== undefined &&
    next.actor.kind === 'person' &&
    one.fold === next.fold &&
    one.call !== next.call &&
    one.actor.kind === next.actor.kind &&
    one.actor.userId === next.actor.userId
  );
}
