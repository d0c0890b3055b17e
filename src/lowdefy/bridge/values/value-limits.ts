import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';

type Properties = Record<string, unknown>;

/** Refuses what the component would not let a person enter. */
export function checkLimits(block: EngineBlock, value: unknown, properties: Properties): void {
  const refuse = (why: string) =>
    new TandemError('invalid_input', `Block "${block.blockId}" takes ${why}, not ${shown(value)}.`);
  if (typeof value === 'number') checkNumber(value, toRange(block, properties), refuse);
  if (typeof value === 'string') {
    const { maxLength } = properties;
    if (typeof maxLength === 'number' && value.length > maxLength)
      throw refuse(`at most ${maxLength} characters`);
    if (block.type === 'ColorSelector' && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value))
      throw refuse('a colour such as "#ff8800"');
  }
  for (const date of [value].flat())
    if (date instanceof Date) checkDate(block, date, properties.disabledDates);
}

interface Range {
  min?: unknown;
  max?: unknown;
  step?: unknown;
  precision?: unknown;
}

function toRange(block: EngineBlock, { min, max, step, precision }: Properties): Range {
  // A slider snaps to its marks; a number field's step is only for its arrows.
  return block.type === 'RatingSlider'
    ? { min: min ?? 0, max: max ?? 10, step: step ?? 1 }
    : { min, max, precision };
}

function checkNumber(value: number, range: Range, refuse: (why: string) => TandemError): void {
  const { min, max, step, precision } = range;
  if (!Number.isFinite(value)) throw refuse('a finite number');
  if (typeof min === 'number' && value < min) throw refuse(`at least ${min}`);
  if (typeof max === 'number' && value > max) throw refuse(`at most ${max}`);
  if (typeof precision === 'number' && Number(value.toFixed(precision)) !== value)
    throw refuse(`at most ${precision} decimals`);
  if (typeof step !== 'number' || typeof min !== 'number') return;
  const steps = (value - min) / step;
  if (Math.abs(steps - Math.round(steps)) > 1e-6) throw refuse(`steps of ${step} from ${min}`);
}

/** By days in UTC, as the pickers compare them. */
export function checkDate(block: EngineBlock, date: Date, disabled: unknown): void {
  const { min, max, dates, ranges } = (disabled ?? {}) as Record<string, unknown>;
  const day = toDay(date);
  const isIn = ([from, to]: unknown[]) => day >= toDay(from) && day <= toDay(to);
  const isRefused =
    (min != null && day < toDay(min)) ||
    (max != null && day > toDay(max)) ||
    (Array.isArray(dates) && dates.some((one) => day === toDay(one))) ||
    (Array.isArray(ranges) &&
      ranges.some((range) => Array.isArray(range) && range.length === 2 && isIn(range)));
  if (!isRefused) return;
  throw new TandemError('invalid_input', `The day ${day} of "${block.blockId}" is disabled.`);
}

/** Days as text sort like dates. */
function toDay(value: unknown): string {
  const date = value instanceof Date ? value : new Date(String(value));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
