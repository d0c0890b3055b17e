import type { ViewNode, ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, field, note, title, toNode } from './block-node.ts';
import { asRecord, plainText } from './shown-text.ts';

export interface InputFacts {
  /** Without its own label, like a title that can be edited. */
  unlabelled?: boolean;
  /** Between the label and the value: placeholder, options. */
  before?: (ViewPart | undefined)[];
  /** The shown value; by default the value itself. Null for none. */
  value?: { shown: unknown } | null;
  /** After the value: limits. */
  after?: (ViewPart | undefined)[];
  attributes?: ViewNode['attributes'];
  children?: ViewNode[];
}

/** The node of an input: label, value, and validation messages. */
export function toInput(block: BlockSnapshot, facts: InputFacts = {}): ViewNode {
  const { properties, validation } = block;
  const { value = { shown: block.value } } = facts;
  const label: Record<string, unknown> = { title: properties.title, ...asRecord(properties.label) };
  const isShown = validation.status === 'error' || validation.status === 'warning';
  const node = toNode('input', block, {
    attributes: {
      required: block.required !== false && block.required !== '',
      disabled: Boolean(properties.disabled),
      ...facts.attributes,
      validation: validation.status ?? undefined,
    },
    parts: [
      facts.unlabelled ? undefined : labelOf(block.blockId, label),
      ...(facts.before ?? []),
      value ? { kind: 'fact', fact: 'value', value: value.shown ?? null } : undefined,
      ...(facts.after ?? []),
      note(label.extra),
      ...(isShown ? validation.errors.map((text): ViewPart => ({ kind: 'error', text })) : []),
      ...(isShown ? validation.warnings.map((text): ViewPart => ({ kind: 'warning', text })) : []),
    ],
    children: facts.children ?? [],
  });
  return isSecretInput(block) ? { ...node, isSecret: true } : node;
}

/** Also for an unknown type: its name may suggest a secret. */
export function isSecretInput({ type, properties }: BlockSnapshot): boolean {
  return /password|secret/i.test(type) || properties.type === 'password';
}

/** As components label themselves: by a title that is text, otherwise by the id. */
export function labelOf(
  blockId: string,
  { title: given, disabled }: Record<string, unknown>,
): ViewPart | undefined {
  if (disabled) return undefined;
  return title(typeof given === 'string' ? given : blockId);
}

export function placeholder(block: BlockSnapshot): ViewPart | undefined {
  const { placeholder: given } = block.properties;
  return fact('placeholder', Array.isArray(given) ? given : plainText(given));
}

/** Properties that are only shown, with their labels. */
export function fields(block: BlockSnapshot, names: Record<string, string>): (ViewPart | undefined)[] {
  return Object.entries(names).map(([key, name]) => field(name, block.properties[key]));
}
