import type { EngineBlock } from '../../engine/engine-types.ts';

/** Whether what is typed into a block must be shown and logged nowhere. */
export function isSecret(block: EngineBlock): boolean {
  return /password|secret/i.test(block.type) || block.eval?.properties?.type === 'password';
}
