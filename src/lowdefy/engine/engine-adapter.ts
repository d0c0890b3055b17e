import { TandemError } from '../../errors.ts';
import type { EngineBlock, EngineContext } from './engine-types.ts';
import { gen40 } from './gen-4-0.ts';
import { gen45 } from './gen-4-5.ts';
import { gen5 } from './gen-5.ts';
import { guessAdapter } from './unseen-engine.ts';

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

/** The newest first: one that keeps an old name beside a new one is still a new one. */
const ADAPTERS: readonly EngineAdapter[] = [gen5, gen45, gen40];

/** The adapter for a context, by what it looks like, never by a version string. */
export function adapterFor(context: EngineContext): EngineAdapter {
  const adapter = ADAPTERS.find((candidate) => candidate.fits(context)) ?? guessAdapter(context);
  if (adapter) return adapter;
  throw new TandemError(
    'unsupported',
    'Unsupported Lowdefy engine (supported: 4.0 to 5). To run the app on the Lowdefy that comes with Tandem, remove its own packages: .lowdefy/server, .lowdefy/dev, node_modules/@lowdefy.',
  );
}
