import { isRecord } from '../../../lib/is-record.ts';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { blocksOf } from '../locate-block.ts';
import { perTree } from '../per-tree.ts';

const secretTypes = new Map<string, boolean>();

/** Whether what is typed into a block must never be shown or logged. */
export function isSecret(block: EngineBlock): boolean {
  return isSecretType(block.type) || block.eval?.properties?.type === 'password';
}

/** The blocks of a page whose value is a password now. */
export function secretBlocks(page: BlockTree): EngineBlock[] {
  return possibleSecrets(page).filter(isSecret);
}

/** Few blocks can be one at all; the others are left out before anything is evaluated. */
const possibleSecrets = perTree((page) => blocksOf(page).filter(canBeSecret));

function canBeSecret(block: EngineBlock): boolean {
  if (isSecretType(block.type)) return true;
  const { properties } = block as { properties?: unknown };
  if (!isRecord(properties)) return true;
  const isOperator = Object.keys(properties).some((key) => key.startsWith('_'));
  const { type } = properties;
  return isOperator || type === 'password' || (typeof type === 'object' && type !== null);
}

function isSecretType(type: string): boolean {
  const known = secretTypes.get(type) ?? /password|secret/i.test(type);
  secretTypes.set(type, known);
  return known;
}
