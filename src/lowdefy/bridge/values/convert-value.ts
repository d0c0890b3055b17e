import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince5 } from '../block-generation.ts';
import { toCalendarDay } from '../components/calendar.ts';
import { isRichText, toRichText } from '../components/rich-text.ts';
import { newUiState, type UiState } from '../ui-state.ts';
import { toColor } from './color-value.ts';
import type { Converted } from './converted.ts';
import { isSecret } from './is-secret.ts';
import { chooseMany, chooseOne } from './option-choice.ts';
import { toPageChoice } from './page-choice.ts';
import { toPhone } from './phone-number.ts';
import { checkPlain } from './plain-value.ts';
import { replaceInput } from './replace-input.ts';
import { toSliderValue } from './slider-value.ts';
import { toDate } from './to-date.ts';
import { chooseNode } from './tree-choice.ts';
import { checkLimits, shown } from './value-limits.ts';

const CHOOSING_ONE = new Set(['Selector', 'RadioSelector', 'ButtonSelector', 'SegmentedSelector']);
const CHOOSING_MANY = new Set(['MultipleSelector', 'CheckboxSelector']);

/** Components with their own value formats. */
const OWN: Partial<Record<string, (block: EngineBlock, given: unknown, ui: UiState) => unknown>> = {
  Calendar: (block, given, ui) => toCalendarDay(notCleared(block, given), given, ui),
  Slider: (block, given) => toSliderValue(notCleared(block, given), given),
  TreeSelector: toTreeValue,
};

/**
 * The value that a person's input would give this block. The engine itself silently turns what does not fit into
 * null; here it is converted if that is safe, and refused if not.
 */
export function convertValue(block: EngineBlock, given: unknown, ui: UiState = newUiState()): Converted {
  checkPlain(given, `The value for "${block.blockId}"`);
  const own = block.type === 'ColorSelector' && isSince5(block) ? toColor : OWN[block.type];
  if (own) return toNoted(given, own(block, given, ui));
  if (isRichText(block.type)) return toRichText(block, given);
  if (given === null) return { value: null };
  const properties = block.eval?.properties ?? {};
  if (CHOOSING_ONE.has(block.type)) return chooseOne(block, given, properties);
  if (block.type === 'PhoneNumberInput') return { value: toPhone(block, given) };
  if (block.type === 'QRScanner') return { value: toScan(block, given) };
  if (block.type === 'Pagination') return { value: toPageChoice(block, given) };
  const wanted = block.type === 'RatingSlider' ? 'rating' : (block.meta.valueType ?? 'any');
  const typed = isSecret(block) ? toSecret(block, given) : toType(block, wanted, given);
  if (CHOOSING_MANY.has(block.type)) return chooseMany(block, typed.value as unknown[], properties);
  checkLimits(block, typed.value, properties);
  if (block.type !== 'TextInput') return typed;
  const text = replaceInput(block, String(typed.value));
  if (text === typed.value) return typed;
  return { value: text, ...(!isSecret(block) && { converted: `${shown(given)} to ${shown(text)}` }) };
}

function notCleared(block: EngineBlock, given: unknown): EngineBlock {
  if (given !== null) return block;
  throw new TandemError(
    'forbidden',
    `Block "${block.blockId}" cannot be cleared; a person could not do this.`,
  );
}

/** Clicking the chosen node again clears it. */
function toTreeValue(block: EngineBlock, given: unknown): unknown {
  const { options, selectable } = block.eval?.properties ?? {};
  if (selectable === false)
    throw new TandemError('forbidden', `The tree "${block.blockId}" has no selectable nodes.`);
  const isEmpty = given === null || (Array.isArray(given) && given.length === 0);
  return isEmpty ? [] : chooseNode(block.blockId, options, given).path;
}

function toNoted(given: unknown, value: unknown): Converted {
  const isSame = given === null || isDeepStrictEqual(given, value);
  return isSame ? { value } : { value, converted: `${shown(given)} to ${shown(value)}` };
}

/** What is typed into a password field is never repeated, in no note and no refusal. */
function toSecret(block: EngineBlock, given: unknown): Converted {
  if (typeof given === 'string' || typeof given === 'number') return { value: String(given) };
  throw new TandemError('invalid_input', `Block "${block.blockId}" takes a string.`);
}

/** What the scanner makes of a code: its text is enough, and it counts as a QR code. */
function toScan(block: EngineBlock, given: unknown): unknown {
  const text = given !== null && typeof given === 'object' ? undefined : String(given);
  if (text !== undefined)
    return {
      decodedText: text,
      result: { text, format: { format: 0, formatName: 'QR_CODE' } },
    };
  return toType(block, 'object', given).value;
}

function toType(block: EngineBlock, wanted: string, given: unknown): Converted {
  const as = (value: unknown): Converted => ({ value, converted: `${shown(given)} to ${shown(value)}` });
  switch (wanted) {
    case 'string':
      if (typeof given === 'string') return { value: given };
      if (typeof given === 'number' || typeof given === 'boolean') return as(String(given));
      break;
    case 'number':
    case 'integer':
      if (typeof given === 'number') return { value: given };
      if (typeof given === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(given))
        return as(Number(given));
      break;
    case 'rating': {
      const { notApplicableLabel = 'N/A', disableNotApplicable } = block.eval?.properties ?? {};
      if (given === notApplicableLabel && !disableNotApplicable) return { value: given };
      return toType(block, 'number', given);
    }
    case 'boolean':
      if (typeof given === 'boolean') return { value: given };
      if (given === 'true' || given === 'false') return as(given === 'true');
      break;
    case 'date': {
      const date = toDate(given, block.type);
      if (date) return as(date);
      break;
    }
    case 'array':
      return toArray(block, given, as);
    case 'object':
      if (typeof given === 'object' && !Array.isArray(given)) return { value: given };
      if (typeof given === 'string') {
        const parsed = parseJson(given, block);
        if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) return as(parsed);
      }
      break;
    default:
      return { value: given };
  }
  throw new TandemError(
    'invalid_input',
    `Block "${block.blockId}" takes ${article(wanted)}, not ${shown(given)}.${hint(wanted)}`,
  );
}

function toArray(block: EngineBlock, given: unknown, as: (value: unknown) => Converted): Converted {
  const parsed = typeof given === 'string' ? parseJson(given, block) : given;
  if (!Array.isArray(parsed))
    throw new TandemError('invalid_input', `Block "${block.blockId}" takes a list, not ${shown(given)}.`);
  if (block.type.startsWith('AgGridInput') && parsed.some((row) => row === null || typeof row !== 'object'))
    throw new TandemError('invalid_input', `Block "${block.blockId}" takes an object for each row.`);
  if (block.type !== 'DateRangeSelector') return parsed === given ? { value: given } : as(parsed);
  if (parsed.length === 0) return { value: [] };
  const dates = parsed.map((one) => toDate(one, 'DateSelector'));
  if (dates.length !== 2 || dates.includes(undefined))
    throw new TandemError(
      'invalid_input',
      `Block "${block.blockId}" takes two dates, as ["2026-01-01", "2026-01-31"], not ${shown(given)}.`,
    );
  // The picker also puts the earlier one first.
  return as(dates.toSorted((a, b) => Number(a) - Number(b)));
}

function parseJson(text: string, block: EngineBlock): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    checkPlain(parsed, `The value for "${block.blockId}"`);
    return parsed;
  } catch (error) {
    if (error instanceof TandemError) throw error;
    return undefined;
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function hint(type: string): string {
  return type === 'date' ? ' Send it as "2026-01-31" or "2026-01-31T09:00:00Z".' : '';
}
