import type { BlockTree, EngineAdapter } from './engine-adapter.ts';
import type { EngineBlock, EngineContext } from './engine-types.ts';

/** In this generation the children of a block are kept by the set of blocks it is in, under its id. */
interface Blocks {
  areas: Record<string, { blocks?: EngineBlock[] }>;
  subBlocks: Record<string, Blocks[]>;
  reset(): void;
}

/** Lowdefy 4.0 to 4.4. */
export const gen40: EngineAdapter = {
  generation: '4.0',
  fits: (context) => context._internal.RootBlocks !== undefined,
  tree(context) {
    const [page] = toTrees(rootOf(context)).root ?? [];
    if (!page) throw new Error('the engine made a page without a root block');
    return page;
  },
  reset: (context) => rootOf(context).reset(),
};

function rootOf(context: EngineContext): Blocks {
  return context._internal.RootBlocks as Blocks;
}

function toTrees(blocks: Blocks): Record<string, BlockTree[]> {
  return Object.fromEntries(
    Object.entries(blocks.areas ?? {}).map(([key, area]) => [
      key,
      (area.blocks ?? []).map((block) => toTree(block, blocks)),
    ]),
  );
}

function toTree(block: EngineBlock, owner: Blocks): BlockTree {
  const inside = owner.subBlocks[block.id] ?? [];
  const isList = block.meta.category === 'list';
  return {
    block,
    areas: !isList && inside[0] ? toTrees(inside[0]) : {},
    items: isList ? inside.map(toTrees) : [],
  };
}
