import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { propertiesOf } from '../components/gesture-step.ts';
import type { InputChange } from './input-change.ts';
import { shown } from './value-limits.ts';

/** The positions of a handle: steps from the minimum on, the maximum, and the marks. */
function checkPlace(block: EngineBlock, value: number): void {
  const { min = 0, max = 100, step = 1, marks } = propertiesOf(block);
  const refuse = (why: string) =>
    new TandemError('invalid_input', `Block "${block.blockId}" takes ${why}, not ${shown(value)}.`);
  const [from, to] = [Number(min), Number(max)];
  if (!Number.isFinite(value)) throw refuse('a number');
  if (value < from || value > to) throw refuse(`a number from ${from} to ${to}`);
  const places = Object.keys((marks ?? {}) as object).map(Number);
  if (places.includes(value)) return;
  if (step === null)
    throw refuse(`one of its marks (${places.filter((at) => at >= from && at <= to).join(', ')})`);
  const steps = (value - from) / Number(step);
  if (value === to || Math.abs(steps - Math.round(steps)) < 1e-6) return;
  const orMark = places.length > 0 ? ', or one of its marks' : '';
  throw refuse(`steps of ${step} from ${from}${orMark}`);
}

/** A number, or two for a range slider. */
export function toSliderValue(block: EngineBlock, given: unknown): number | [number, number] {
  const isRange = Boolean(propertiesOf(block).range);
  const numbers = (Array.isArray(given) ? given : [given]).map(toNumber);
  if (numbers.length !== (isRange ? 2 : 1) || Array.isArray(given) !== isRange || numbers.includes(undefined))
    throw new TandemError(
      'invalid_input',
      `Block "${block.blockId}" takes ${isRange ? 'two numbers, as [20, 60]' : 'a number'}, not ${shown(given)}.`,
    );
  for (const value of numbers) checkPlace(block, Number(value));
  const [from = 0, to = 0] = numbers.map(Number).toSorted((a, b) => a - b);
  return isRange ? [from, to] : from;
}

/** A range is set one handle after the other; on an empty one the first click sets both. */
export function toSliderChanges(block: EngineBlock, value: unknown): InputChange[] {
  return placesOnTheWay(block.value, value).map((at) => ({
    value: at,
    events: [{ name: 'onChange', event: { value: at } }],
    click: 'last',
  }));
}

function placesOnTheWay(before: unknown, value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value];
  const [from, to] = value;
  const [low, high] = Array.isArray(before) && before.length === 2 ? before.toSorted((a, b) => a - b) : [];
  if (low === undefined) return from === to ? [value] : [[from, from], value];
  if (low === from || high === to) return [value];
  return [from > high ? [low, to] : [from, high], value];
}

function toNumber(given: unknown): number | undefined {
  if (typeof given === 'number') return given;
  const isNumber = typeof given === 'string' && given.trim() !== '' && Number.isFinite(Number(given));
  return isNumber ? Number(given) : undefined;
}
