import { isDeepStrictEqual } from 'node:util';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince5, isSince45 } from '../block-generation.ts';
import { toCalendarChanges } from '../components/calendar.ts';
import { isFocusable } from '../components/focus.ts';
import { toSegmentChanges } from '../components/segments.ts';
import type { UiState } from '../ui-state.ts';
import { toCellChanges } from './cell-changes.ts';
import { toColorChanges } from './color-value.ts';
import type { InputChange } from './input-change.ts';
import { toPhoneChanges } from './phone-number.ts';
import { toSliderChanges } from './slider-value.ts';

type Event = InputChange['events'][number];

/** Stock inputs that report their new value, in 4.6 and newer. */
const TELLING = new Set([
  'AutoComplete',
  'ButtonSelector',
  'CheckboxSelector',
  'CheckboxSwitch',
  'ColorSelector',
  'DateRangeSelector',
  'DateSelector',
  'DateTimeSelector',
  'MonthSelector',
  'NumberInput',
  'PasswordInput',
  'RadioSelector',
  'RatingSlider',
  'Selector',
  'Switch',
  'TextArea',
  'TextInput',
  'WeekSelector',
]);

/** The event of a change. */
function changed(block: EngineBlock, value: unknown): Event {
  const isTold = TELLING.has(block.type) && isSince45(block);
  return { name: 'onChange', ...(isTold && { event: { value } }) };
}

/** With the mouse; the others can be used by keyboard alone. */
const CLICKED: Record<string, InputChange['click']> = {
  Switch: 'last',
  RatingSlider: 'last',
  // Browsers report a click on a box before they report that it is checked.
  CheckboxSwitch: 'first',
  CheckboxSelector: 'first',
  RadioSelector: 'first',
  ButtonSelector: 'first',
};

/** What a person does to give an input this value: focus the field, change it, leave it. */
export function toChanges(block: EngineBlock, value: unknown, ui: UiState): InputChange[] {
  const changes = toOwnChanges(block, value, ui);
  if (changes.length === 0 || !isFocusable(block)) return changes;
  const isCleared = CLEARABLE.has(block.type) && isByCross(block, value);
  return [
    // The cross of a field is clicked before the field has focus.
    { events: [...(isCleared ? [{ name: 'onClear' }] : []), { name: 'onFocus' }] },
    ...changes,
    { events: [{ name: 'onBlur' }], isLeaving: true },
  ];
}

/** Whether the cross clears a field; a single choice from many is unticked in the list instead. */
function isByCross(block: EngineBlock, value: unknown): boolean {
  if (!Array.isArray(value)) return value === null;
  return value.length === 0 && !(Array.isArray(block.value) && block.value.length === 1);
}

const CLEARABLE = new Set(['AutoComplete', 'MultipleSelector', 'Selector']);

/** For most components, a change is one `onChange`. */
function toOwnChanges(block: EngineBlock, value: unknown, ui: UiState): InputChange[] {
  const click = CLICKED[block.type];
  const plain: InputChange = { value, events: [changed(block, value)], ...(click && { click }) };
  if (block.type.startsWith('AgGridInput')) return toCellChanges(block, value);
  switch (block.type) {
    case 'TitleInput':
    case 'ParagraphInput':
      return [
        { events: [{ name: 'onStart' }], click: 'last' },
        { ...withValue(value), isAlwaysTold: true },
      ];
    case 'PhoneNumberInput':
      return toPhoneChanges(block, value);
    case 'AutoComplete':
      // Its cross clears it, and types nothing.
      if (value === null)
        return [{ value, events: [changed(block, undefined), changed(block, ''), searchedFor('')] }];
      // What is not among the options was typed.
      return isOption(block, value)
        ? [plain]
        : [{ value, events: [changed(block, value), searchedFor(value)] }];
    case 'Selector':
      // Then nothing is chosen, which is not the same as choosing nothing.
      return value === null ? [{ value, events: [changed(block, undefined)] }] : [plain];
    case 'RatingSlider':
      return toRatingChanges(block, value, plain);
    case 'ColorSelector':
      return isSince5(block) ? toColorChanges(block, value) : [plain];
    case 'QRScanner':
      return [{ value, events: [{ name: 'onScan' }] }];
    case 'Calendar':
      return toCalendarChanges(block, value as Date, ui);
    case 'Slider':
      return toSliderChanges(block, value);
    case 'SegmentedSelector':
      return toSegmentChanges(block, value, ui);
    case 'TreeSelector':
      return [{ ...withValue(value), click: 'last' }];
    default:
      return [plain];
  }
}

function withValue(value: unknown): InputChange {
  return { value, events: [{ name: 'onChange', event: { value } }] };
}

/** Its box is a separate input and has to be unchecked first, which restores nothing. */
function toRatingChanges(block: EngineBlock, value: unknown, plain: InputChange): InputChange[] {
  if (typeof value === 'string') return [{ value, events: [changed(block, [true])], click: 'last' }];
  return typeof block.value === 'string'
    ? [{ events: [changed(block, [])], click: 'first' }, plain]
    : [plain];
}

function searchedFor(value: unknown): InputChange['events'][number] {
  return { name: 'onSearch', event: { value } };
}

function isOption({ eval: evaluated }: EngineBlock, value: unknown): boolean {
  const options = evaluated?.properties?.options;
  return Array.isArray(options) && options.some((option) => String(option) === value);
}

/** Whether a change counts as one for those who wait for changes. */
export function isToldOf({ isAlwaysTold, ...change }: InputChange, before: unknown, now: unknown): boolean {
  return isAlwaysTold === true || !('value' in change) || !isDeepStrictEqual(before, now);
}
