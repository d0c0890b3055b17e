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

export function createAdapter({ generation, root, areas, inside, insideOf }: EngineWords): EngineAdapter {
  const rootOf = (context: EngineContext) => context._internal[root] as BlockSet;
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
    const all = (set[areas] ?? {}) as Record<string, { blocks?: EngineBlock[] }>;
    return Object.fromEntries(
      Object.entries(all).map(([key, area]) => [
        key,
        (area.blocks ?? []).map((block) => toTree(block, setsInside(block, set))),
      ]),
    );
  }

  function setsInside(block: EngineBlock, set: BlockSet): BlockSet[] {
    const sets =
      insideOf === 'block'
        ? (block as unknown as Record<string, unknown>)[inside]
        : (set[inside] as Record<string, unknown> | undefined)?.[block.id];
    return (sets ?? []) as BlockSet[];
  }

  function toTree(block: EngineBlock, sets: BlockSet[]): BlockTree {
    const isList = block.meta.category === 'list';
    return {
      block,
      areas: !isList && sets[0] ? toTrees(sets[0]) : {},
      items: isList ? sets.map(toTrees) : [],
    };
  }
}
