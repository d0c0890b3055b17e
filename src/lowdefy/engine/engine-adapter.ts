import { TandemError } from '../../errors.ts';
import type { EngineBlock, EngineContext } from './engine-types.ts';
import { gen40 } from './gen-4-0.ts';

/** A block with what is in it, in the order of the configuration. */
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
  /** Give blocks their values from the state, as the engine's own SetState does before it updates. */
  reset(context: EngineContext): void;
}

const ADAPTERS: readonly EngineAdapter[] = [gen40];

/** The adapter for a context, by what it looks like, never by a version string. */
export function adapterFor(context: EngineContext): EngineAdapter {
  const adapter = ADAPTERS.find((candidate) => candidate.fits(context));
  if (adapter) return adapter;
  throw new TandemError(
    'unsupported',
    'This app runs on a generation of the Lowdefy engine that Tandem does not know yet. It knows 4.0 to 4.4.',
  );
}
