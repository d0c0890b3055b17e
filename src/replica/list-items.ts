import { get, serializer, set } from 'lowdefy-client';
import type { ReplicaBlock, ReplicaContext } from './engine-shape.ts';
import { eachReplicaBlock, insideOf, rootOf } from './engine-words.ts';

type Lists = Record<string, string[]>;

/** Above this, all items are made again instead of moved one by one. */
const MAX_STEPS = 100;

/** The names of the items that each list has here. */
const known = new WeakMap<ReplicaBlock, string[]>();

/**
 * Gives lists the items that the session's lists have. Items that stay are moved and not made again, so that what the person
 * types in one of them stays with it.
 */
export function alignLists(context: ReplicaContext, lists: Lists, state: Record<string, unknown>): void {
  const root = rootOf(context);
  // Moving the items of one list changes the ids of those inside it.
  for (let round = 0; round < 20; round++) {
    const found = findMisaligned(context, lists);
    if (!found) return;
    const { block, count, wanted } = found;
    const before = known.get(block);
    if (before?.length !== count || Math.max(count, wanted.length) > MAX_STEPS) break;
    // After a restart of the session's process, all items have other names.
    const isRenamed = count === wanted.length && !wanted.some((name) => before.includes(name));
    if (!isRenamed) moveItems(block, [...before], wanted);
    known.set(block, wanted);
  }
  root.reset(padded(state, lists));
  for (const { block } of eachReplicaBlock(root)) {
    const names = lists[block.blockId];
    if (names) known.set(block, names);
  }
}

function findMisaligned(
  context: ReplicaContext,
  lists: Lists,
): { block: ReplicaBlock; count: number; wanted: string[] } | undefined {
  for (const { block, around } of eachReplicaBlock(rootOf(context))) {
    if (block.meta.category !== 'list') continue;
    const wanted = lists[block.blockId] ?? [];
    const count = insideOf(around, block).length;
    const names = known.get(block) ?? [];
    const isAligned = count === wanted.length && wanted.every((name, index) => names[index] === name);
    if (!isAligned) return { block, count, wanted };
  }
  return undefined;
}

function moveItems(block: ReplicaBlock, names: string[], wanted: string[]): void {
  for (let index = names.length - 1; index >= 0; index--)
    if (!wanted.includes(names[index] ?? '')) {
      block.removeItem?.(index);
      names.splice(index, 1);
    }
  for (const [index, name] of wanted.entries()) {
    let at = names.indexOf(name);
    if (at < 0) {
      block.pushItem?.();
      at = names.push(name) - 1;
    }
    for (; at > index; at--) {
      block.moveItemUp?.(at);
      const [moved] = names.splice(at, 1);
      names.splice(at - 1, 0, moved ?? name);
    }
  }
}

/** Lists without inputs are not in the state, and have items all the same. */
function padded(state: Record<string, unknown>, lists: Lists): Record<string, unknown> {
  const copy = serializer.copy(state);
  for (const [id, names] of Object.entries(lists)) {
    const given = get(copy, id);
    const items: unknown[] = Array.isArray(given) ? given : [];
    if (items.length !== names.length)
      set(
        copy,
        id,
        names.map((_, index) => items[index] ?? {}),
      );
  }
  return copy;
}
