import type { EngineBlock } from '../../engine/engine-types.ts';

/** Whether a block has its own value; since 4.5 some containers have one, too. */
export function isInput({ meta }: Pick<EngineBlock, 'meta'>): boolean {
  return meta.category === 'input' || meta.category === 'input-container';
}
