import type { BlockTree, EngineAdapter } from './engine-adapter.ts';
import type { EngineBlock, EngineContext } from './engine-types.ts';

/** What a generation of the engine calls things. */
export interface EngineWords {
  generation: string;
  /** In a context: the set of blocks that holds the page. */
  root: string;
  /** In a set: its areas, by key. */
  areas: string;
  /** The sets inside a block: one for a container, one per item for a list. */
  inside: string;
  /** Where those are stored: in the block itself, or under the block's id in the set that contains it. */
  insideOf: 'block' | 'set';
}

type BlockSet = Record<string, unknown> & { reset(): void };

/** A block that contains others, and the sets in it when its set was last read. */
interface Holder {
  block: EngineBlock;
  sets: BlockSet[];
  trees: Record<string, BlockTree[]>[];
}

interface KnownSet {
  trees: Record<string, BlockTree[]>;
  holders: Holder[];
}

/**
 * Trees are kept by the set they were made of: what did not change is the same object as before, so that what is
 * derived from a tree can be kept as well.
 */
export function createAdapter({ generation, root, areas, inside, insideOf }: EngineWords): EngineAdapter {
  const rootOf = (context: EngineContext) => context._internal[root] as BlockSet;
  const knownSets = new WeakMap<BlockSet, KnownSet>();
  const leaves = new WeakMap<EngineBlock, BlockTree>();
  return {
    generation,
    fits: (context) => rootOf(context) !== undefined,
    tree(context) {
      const [page] = toTrees(rootOf(context)).root ?? [];
      if (!page) throw new Error('the engine made a page without a root block');
      return page;
    },
    reset: (context) => rootOf(context).reset(),
  };

  function toTrees(set: BlockSet): Record<string, BlockTree[]> {
    const known = knownSets.get(set);
    if (known?.holders.every((holder) => isCurrent(holder, set))) return known.trees;
    const all = (set[areas] ?? {}) as Record<string, { blocks?: EngineBlock[] }>;
    const holders: Holder[] = [];
    const trees = Object.fromEntries(
      Object.entries(all).map(([key, area]) => [
        key,
        (area.blocks ?? []).map((block) => (isLeaf(block) ? toLeaf(block) : toTree(block, set, holders))),
      ]),
    );
    knownSets.set(set, { trees, holders });
    return trees;
  }

  function isCurrent({ block, sets, trees }: Holder, set: BlockSet): boolean {
    const now = setsInside(block, set);
    if (now.length !== sets.length) return false;
    for (const [at, one] of now.entries()) if (one !== sets[at] || toTrees(one) !== trees[at]) return false;
    return true;
  }

  function setsInside(block: EngineBlock, set: BlockSet): BlockSet[] {
    const sets =
      insideOf === 'block'
        ? (block as unknown as Record<string, unknown>)[inside]
        : (set[inside] as Record<string, unknown> | undefined)?.[block.id];
    return (sets ?? []) as BlockSet[];
  }

  function toTree(block: EngineBlock, set: BlockSet, holders: Holder[]): BlockTree {
    const sets = [...setsInside(block, set)];
    const trees = sets.map(toTrees);
    holders.push({ block, sets, trees });
    const isList = block.meta.category === 'list';
    return { block, areas: isList ? {} : (trees[0] ?? {}), items: isList ? trees : [] };
  }

  function toLeaf(block: EngineBlock): BlockTree {
    const known = leaves.get(block) ?? { block, areas: {}, items: [] };
    leaves.set(block, known);
    return known;
  }
}

function isLeaf({ meta }: EngineBlock): boolean {
  return meta.category === 'input' || meta.category === 'display';
}
