import type { EngineBlock, EngineContext } from './engine-types.ts';

/** A block with its children, in configuration order. */
export interface BlockTree {
  block: EngineBlock;
  /** Of containers. */
  areas: Record<string, BlockTree[]>;
  /** Of lists: the areas of each item. */
  items: Record<string, BlockTree[]>[];
}

/** Where a generation of the engine keeps its blocks. */
export interface EngineAdapter {
  generation: string;
  /** Whether a context was made by this generation. */
  fits(context: EngineContext): boolean;
  tree(context: EngineContext): BlockTree;
  /** Gives blocks their values from the state, as the engine's own SetState does before it updates. */
  reset(context: EngineContext): void;
}
