import type { ReplicaBlock, ReplicaBlocks, ReplicaContext } from './engine-shape.ts';

/** What a generation of the client's engine calls things. */
interface EngineWords {
  /** In a context: the set of blocks that holds the page. */
  root: string;
  /** In a set: the sets inside each of its blocks, by the block's id; one for a container, one per item for a list. */
  inside: string;
}

const GENERATIONS: readonly EngineWords[] = [
  // Lowdefy 5
  { root: 'RootSlots', inside: 'subSlots' },
  // 4.5 to 4.7
  { root: 'RootAreas', inside: 'subAreas' },
  // 4.0 to 4.4
  { root: 'RootBlocks', inside: 'subBlocks' },
];

/** The set of blocks that holds a page. Its `map` has every block of the page by id. */
export function rootOf({ _internal }: ReplicaContext): ReplicaBlocks {
  for (const { root } of GENERATIONS) if (_internal[root]) return _internal[root] as ReplicaBlocks;
  throw new Error('The engine of this Lowdefy is not known.');
}

/** The sets inside a block of a set. */
export function insideOf(set: ReplicaBlocks, { id }: ReplicaBlock): ReplicaBlocks[] {
  const sets = set as unknown as Record<string, Record<string, ReplicaBlocks[] | undefined> | undefined>;
  for (const { inside } of GENERATIONS) if (sets[inside]) return sets[inside][id] ?? [];
  return [];
}

/** Every block with the set that contains it, parents before children. */
export function* eachReplicaBlock(
  set: ReplicaBlocks,
): Generator<{ block: ReplicaBlock; around: ReplicaBlocks }> {
  const here: ReplicaBlock[] = [];
  set.loopBlocks((block) => void here.push(block));
  for (const block of here) {
    yield { block, around: set };
    for (const inside of insideOf(set, block)) yield* eachReplicaBlock(inside);
  }
}
