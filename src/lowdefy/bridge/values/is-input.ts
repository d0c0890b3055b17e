import type { EngineBlock } from '../../engine/engine-types.ts';

/** Whether a block has a value of its own; from 4.5 on some that hold others have one, too. */
export function isInput({ meta }: Pick<EngineBlock, 'meta'>): boolean {
  return meta.category === 'input' || meta.category === 'input-container';
}
