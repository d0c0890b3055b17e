import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince45 } from '../block-generation.ts';

/** Stock inputs with focus and blur events, in 4.5 and newer. */
const FOCUSABLE = new Set([
  'AutoComplete',
  'MultipleSelector',
  'NumberInput',
  'PasswordInput',
  'PhoneNumberInput',
  'Selector',
  'TextArea',
  'TextInput',
]);

export function isFocusable(block: EngineBlock): boolean {
  return FOCUSABLE.has(block.type) && isSince45(block);
}
