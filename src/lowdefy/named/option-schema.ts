import { isRecord } from '../../lib/is-record.ts';
import { htmlText } from '../render/shown-text.ts';
import type { JsonSchema } from './json-schema.ts';

/** Every agent that lists tools pays for each option. */
const MAX_OPTIONS = 60;

interface StaticOption {
  value: unknown;
  label: string;
}

/** The options of a selector; undefined if they are computed, or have values that a schema cannot list. */
export function staticOptions(options: unknown): StaticOption[] | undefined {
  if (!Array.isArray(options) || options.length === 0) return undefined;
  const all = options.map(toOption);
  return all.every((option) => option !== 'computed')
    ? all.flatMap((option) => (option === 'disabled' ? [] : option))
    : undefined;
}

/** One of the options; a label that differs from its value is described. */
export function choiceSchema(options: unknown): JsonSchema {
  const known = staticOptions(options);
  // A label is accepted for a value, so text always works.
  if (!known || known.length === 0) return { type: ['string', 'number'] };
  const values = known.map(({ value }) => value);
  const shown = known.slice(0, MAX_OPTIONS);
  const labels = shown.flatMap(({ value, label }) =>
    label === String(value) ? [] : `${String(value)}: ${label}`,
  );
  if (known.length > MAX_OPTIONS)
    return {
      ...typeOf(values),
      description: `One of ${known.length} options, such as ${values.slice(0, 5).map(String).join(', ')}`,
    };
  return {
    ...typeOf(values),
    enum: values,
    ...(labels.length > 0 && { description: labels.join(', ') }),
  };
}

function typeOf(values: unknown[]): JsonSchema {
  const types = [...new Set(values.map((value) => typeof value))];
  return types.length === 1 ? { type: types[0] } : { type: types };
}

function toOption(option: unknown): StaticOption | 'computed' | 'disabled' {
  if (isScalar(option)) return { value: option, label: String(option) };
  if (!isRecord(option) || !isScalar(option.value)) return 'computed';
  const { value, label, disabled } = option;
  if (disabled === true) return 'disabled';
  // A computed label can be anything.
  return { value, label: (typeof label === 'string' && htmlText(label)) || String(value) };
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
