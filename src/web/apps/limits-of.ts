import type { ViewNode } from '../../view/view-node.ts';
import { factOf } from './part-of.ts';

/** What may be typed into a field for numbers, as its attributes. */
export function numberLimits(node: ViewNode): { min?: number; max?: number; step: number | 'any' } {
  const [min, max] = [factOf(node, 'min'), factOf(node, 'max')];
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    step: factOf(node, 'step') ?? 'any',
  };
}

/** Inputs for a range have two; they are joined. */
export function placeholderOf(node: ViewNode): string | undefined {
  const placeholder = factOf(node, 'placeholder');
  return Array.isArray(placeholder) ? placeholder.join(', ') : placeholder;
}
