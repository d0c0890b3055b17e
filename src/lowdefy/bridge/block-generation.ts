import type { EngineBlock } from '../engine/engine-types.ts';

// Components behave differently between generations, and a page's blocks are the only way to tell: package versions
// say little, since apps bring their own.

/** Components of 4.5 and newer: since then, blocks know their context. */
export function isSince45({ context }: EngineBlock): boolean {
  return context !== undefined;
}

/** Components of 5 and newer: since then, areas are called slots. */
export function isSince5({ slotsLayout }: EngineBlock): boolean {
  return slotsLayout !== undefined;
}
