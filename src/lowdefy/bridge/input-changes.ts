import { isDeepStrictEqual } from 'node:util';
import type { EngineBlock } from '../engine/engine-types.ts';
import { toCalendarChanges } from './calendar.ts';
import { toCellChanges } from './cell-changes.ts';
import type { InputChange } from './input-change.ts';
import { toPhoneChanges } from './phone-number.ts';
import { toSliderChanges } from './slider-value.ts';
import type { UiState } from './ui-state.ts';

const CHANGED = { name: 'onChange' };

/** With the mouse; the others can be used by typing alone. */
const CLICKED: Record<string, InputChange['click']> = {
  Switch: 'last',
  RatingSlider: 'last',
  // Browsers tell of a click on a box before they tell that it is checked.
  CheckboxSwitch: 'first',
  CheckboxSelector: 'first',
  RadioSelector: 'first',
  ButtonSelector: 'first',
};

/** What a person does to give an input this value; of most components a change is one `onChange`. */
export function toChanges(block: EngineBlock, value: unknown, ui: UiState): InputChange[] {
  const click = CLICKED[block.type];
  const plain: InputChange = { value, events: [CHANGED], ...(click && { click }) };
  if (block.type.startsWith('AgGridInput')) return toCellChanges(block, value);
  switch (block.type) {
    case 'TitleInput':
    case 'ParagraphInput':
      return [
        { events: [{ name: 'onStart' }], click: 'last' },
        { value, events: [{ ...CHANGED, event: { value } }], isAlwaysTold: true },
      ];
    case 'PhoneNumberInput':
      return toPhoneChanges(block, value);
    case 'AutoComplete':
      // Its cross empties it, and then types nothing into it.
      if (value === null) return [{ value, events: [CHANGED, CHANGED, searchedFor('')] }];
      // What is not among the options was typed.
      return isOption(block, value) ? [plain] : [{ value, events: [CHANGED, searchedFor(value)] }];
    case 'RatingSlider':
      // Its box has to be unchecked first, which takes nothing back.
      return typeof block.value === 'string' && typeof value !== 'string'
        ? [{ events: [CHANGED], click: 'first' }, plain]
        : [plain];
    case 'QRScanner':
      return [{ value, events: [{ name: 'onScan' }] }];
    case 'Calendar':
      return toCalendarChanges(block, value as Date, ui);
    case 'Slider':
      return toSliderChanges(block, value);
    case 'SegmentedSelector':
      // Browsers tell of the click on the text of an option, and then of one on the option.
      return [
        { events: [], click: 'first' },
        { ...withValue(value), click: 'first' },
      ];
    case 'TreeSelector':
      return [{ ...withValue(value), click: 'last' }];
    default:
      return [plain];
  }
}

function withValue(value: unknown): InputChange {
  return { value, events: [{ ...CHANGED, event: { value } }] };
}

function searchedFor(value: unknown): InputChange['events'][number] {
  return { name: 'onSearch', event: { value } };
}

function isOption({ eval: evaluated }: EngineBlock, value: unknown): boolean {
  const options = evaluated?.properties?.options;
  return Array.isArray(options) && options.some((option) => String(option) === value);
}

/** Whether a change that was made is one, to those who wait for changes. */
export function isToldOf({ isAlwaysTold, ...change }: InputChange, before: unknown, now: unknown): boolean {
  return isAlwaysTold === true || !('value' in change) || !isDeepStrictEqual(before, now);
}
