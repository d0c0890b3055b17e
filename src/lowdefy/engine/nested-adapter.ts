import type { BlockTree, EngineAdapter } from './engine-adapter.ts';
import type { EngineBlock, EngineContext } from './engine-types.ts';

/** What a generation calls things: since 4.5 blocks hold what is in them, and only the words have changed. */
export interface NestedWords {
  generation: string;
  /** In a context: the set that holds the page. */
  root: string;
  /** In a set: its areas, by key. */
  areas: string;
  /** In a block: its sets; one of a container, one for each item of a list. */
  inside: string;
}

type Nested = Record<string, unknown> & { reset(): void };

export function nestedAdapter({ generation, root, areas, inside }: NestedWords): EngineAdapter {
  const rootOf = (context: EngineContext) => context._internal[root] as Nested;
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

  function toTrees(set: Nested): Record<string, BlockTree[]> {
    const all = (set[areas] ?? {}) as Record<string, { blocks?: EngineBlock[] }>;
    return Object.fromEntries(
      Object.entries(all).map(([key, area]) => [key, (area.blocks ?? []).map(toTree)]),
    );
  }

  function toTree(block: EngineBlock): BlockTree {
    const sets = ((block as unknown as Record<string, unknown>)[inside] ?? []) as Nested[];
    const isList = block.meta.category === 'list';
    return {
      block,
      areas: !isList && sets[0] ? toTrees(sets[0]) : {},
      items: isList ? sets.map(toTrees) : [],
    };
  }
}
