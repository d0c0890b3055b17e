import type { EngineBlock } from '../../engine/engine-types.ts';

const secretTypes = new Map<string, boolean>();

/** Whether what is typed into a block must never be shown or logged. */
export function isSecret(block: EngineBlock): boolean {
  return isSecretType(block.type) || block.eval?.properties?.type === 'password';
}

function isSecretType(type: string): boolean {
  const known = secretTypes.get(type) ?? /password|secret/i.test(type);
  secretTypes.set(type, known);
  return known;
}
