import type { TypeUse } from '../build/build-types.ts';
import { checkEngine } from '../engine/check-engine.ts';
import { trackOperators } from '../engine/incremental/kept-parses.ts';
import { makeIncremental } from '../engine/incremental/make-incremental.ts';
import { UNSEEN } from '../engine/unseen-engine.ts';
import type { LowdefyPackages } from './app.ts';

export interface PreparedEngine {
  /** The engine for pages. */
  clientOperators: Record<string, unknown>;
  /** A note about an engine that differs from the known ones. */
  note?: string;
}

/** Inspects the engine of an app and, if it is a known one, makes it evaluate only what changed. */
export async function prepareEngine(
  packages: LowdefyPackages,
  used: Record<string, TypeUse>,
): Promise<PreparedEngine> {
  const { version, engine, clientOperators, helpers } = packages;
  const found = await checkEngine({ getContext: engine.getContext, operators: clientOperators });
  const { generation, difference } = found;
  if (difference !== undefined)
    return {
      clientOperators,
      note: `The engine of Lowdefy ${version} differs from generation ${generation} as Tandem knows it (${difference}). Check the result of each action.`,
    };
  if (generation === UNSEEN)
    return {
      clientOperators,
      note: `The app runs on Lowdefy ${version}, whose engine is unknown to Tandem. It is treated as Lowdefy 5. Check the result of each action.`,
    };
  if (process.env.TANDEM_STOCK_ENGINE) return { clientOperators };
  makeIncremental(found.sample, helpers);
  const isStock = (name: string) => used[name]?.package.startsWith('@lowdefy/operators-') ?? true;
  return {
    clientOperators: trackOperators(clientOperators, { isStock, applyIndices: helpers.applyArrayIndices }),
  };
}
