import type { EngineBlock } from '../../engine/engine-types.ts';

/** Whether what is typed into a block must never be shown or logged. */
export function isSecret(block: EngineBlock): boolean {
  return /password|secret/i.test(block.type) || block.eval?.properties?.type === 'password';
}
