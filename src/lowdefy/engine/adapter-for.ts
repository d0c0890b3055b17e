import { TandemError } from '../../errors.ts';
import type { EngineAdapter } from './engine-adapter.ts';
import type { EngineContext } from './engine-types.ts';
import { gen40 } from './gen-4-0.ts';
import { gen45 } from './gen-4-5.ts';
import { gen5 } from './gen-5.ts';
import { guessAdapter } from './unseen-engine.ts';

/** Newest first: an engine that keeps an old name next to a new one is still a new one. */
const ADAPTERS: readonly EngineAdapter[] = [gen5, gen45, gen40];

/** The adapter for a context, chosen by its shape, never by a version string. */
export function adapterFor(context: EngineContext): EngineAdapter {
  const adapter = ADAPTERS.find((candidate) => candidate.fits(context)) ?? guessAdapter(context);
  if (adapter) return adapter;
  throw new TandemError(
    'unsupported',
    'Unsupported Lowdefy engine (supported: 4.0 to 5). To run the app on the Lowdefy that comes with Tandem, remove its own packages: .lowdefy/server, .lowdefy/dev, node_modules/@lowdefy.',
  );
}
