import type { ViewNode } from '../../view/view-node.ts';
import { factOf, partsOf } from './part-of.ts';

export type InputControl =
  | { kind: 'text' | 'long' | 'number' | 'date' | 'password' | 'json' }
  | { kind: 'check' | 'range' }
  | { kind: 'one' | 'several'; options: ControlOption[]; total: number };

export interface ControlOption {
  value: unknown;
  label: string;
  isDisabled: boolean;
}

/** How a person fills an input: by what it holds, what can be chosen, and what its type says. */
export function inputControlOf(node: ViewNode): InputControl {
  const { type = '' } = node;
  const value = factOf(node, 'value');
  if (node.isSecret) return { kind: 'password' };
  const choices = partsOf(node, 'options')[0];
  const disabled = factOf(node, 'disabledOptions') ?? [];
  if (choices)
    return {
      kind: isSeveral(type, value) ? 'several' : 'one',
      options: choices.options.map((option) => ({
        value: option.value,
        label: option.label ?? toLabel(option.value),
        isDisabled: disabled.some((one) => isSameOption(one, option.value)),
      })),
      total: choices.total,
    };
  if (typeof value === 'boolean') return { kind: 'check' };
  if (type === 'Slider' && node.attributes?.range === true) return { kind: 'range' };
  if (/^(NumberInput|Slider|RatingSlider)$/.test(type)) return { kind: 'number' };
  if (type === 'DateSelector' || type === 'Calendar') return { kind: 'date' };
  if (/TextArea|Paragraph|^Tiptap/.test(type)) return { kind: 'long' };
  return { kind: value === null || typeof value === 'string' ? 'text' : 'json' };
}

/** The value of a tree is the way to one node. */
function isSeveral(type: string, value: unknown): boolean {
  return type !== 'TreeSelector' && (Array.isArray(value) || /^(Multiple|Checkbox)/.test(type));
}

/** Options may be lists or objects. */
export function isSameOption(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function toLabel(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value as text in a field. */
export function toFieldText({ kind }: InputControl, value: unknown): string {
  if (value === null || value === undefined || kind === 'password') return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed as a value; an empty field holds nothing. */
export function fromFieldText({ kind }: InputControl, text: string): unknown {
  if (text === '') return null;
  if (kind === 'number') return Number(text);
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
