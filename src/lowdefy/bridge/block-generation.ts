import type { EngineBlock } from '../engine/engine-types.ts';

// What components do differs between generations, and a page's blocks are all there is to tell them by: versions of
// packages say little, since apps bring their own.

/** Components of 4.5 and newer: from then on blocks know the context they are in. */
export function isSince45({ context }: EngineBlock): boolean {
  return context !== undefined;
}

/** Components of 5 and newer: from then on areas are called slots. */
export function isSince5({ slotsLayout }: EngineBlock): boolean {
  return slotsLayout !== undefined;
}
