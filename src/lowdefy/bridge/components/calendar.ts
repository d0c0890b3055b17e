import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';
import type { InputChange } from '../values/input-change.ts';
import { checkDate, shown } from '../values/value-limits.ts';
import { isInPanel, localDay, localMonth, moveTo, readDate, shownDate } from './calendar-dates.ts';
import {
  asPayload,
  type ComponentSteps,
  type GestureStep,
  propertiesOf,
  shortcutEvents,
} from './gesture-step.ts';

type Mode = 'month' | 'year';

/** Days are chosen by their value; a person can also browse other months and years. */
export const calendar: ComponentSteps = {
  eventsOf: ({ block }) => [
    ...new Set([
      ...['onSelect', 'onChange'].filter((name) => block.Events.events[name]),
      'onPanelChange',
      ...shortcutEvents(block),
    ]),
  ],
  toSteps({ block }, name, payload, { ui }) {
    if (name === 'onPanelChange') return toPanel(block, payload, ui);
    if (name !== 'onSelect' && name !== 'onChange')
      return shortcutEvents(block).includes(name) ? [{ run: () => block.triggerEvent({ name }) }] : undefined;
    const { date } = asPayload(payload);
    return toCalendarChanges(block, toCalendarDay(block, date, ui), ui).map((change) =>
      toStep(block, change),
    );
  },
};

/** The panel that is shown: the days of a month, or the months of a year. */
export function calendarMode(block: EngineBlock, ui: UiState): Mode {
  const mode = propertiesOf(block).mode ?? ui.active[block.blockId]?.[0];
  return mode === 'year' ? 'year' : 'month';
}

/** The moment that clicking this day yields: it keeps the time of the calendar's current day. */
export function toCalendarDay(block: EngineBlock, given: unknown, ui: UiState): Date {
  const day = typeof given === 'string' ? readDate(given) : undefined;
  const isReal =
    day && (given as string).length >= 7 && localDay(day).startsWith((given as string).slice(0, 7));
  if (!day || !(isReal || (given as string).includes('T')))
    throw new TandemError(
      'invalid_input',
      `Block "${block.blockId}" takes a day, as "2026-01-31", not ${shown(given)}.`,
    );
  const from = shownDate(block);
  const place = { year: day.getFullYear(), month: day.getMonth() };
  // In a year only its months can be clicked; they keep the day.
  if (isFixedOnYear(block, ui)) return moveTo(from, place);
  const date = moveTo(from, place, day.getDate());
  checkDate(block, date, propertiesOf(block).disabledDates);
  const [min, max] = toRange(block);
  if ((min && date < min) || (max && date > max))
    throw new TandemError('invalid_input', `The day ${localDay(date)} of "${block.blockId}" is disabled.`);
  return date;
}

/** What a person clicks to choose this day: year and month if it is not in view, then the day. */
export function toCalendarChanges(block: EngineBlock, date: Date, ui: UiState): InputChange[] {
  const changes: InputChange[] = [];
  let at = shownDate(block);
  const isYear = isFixedOnYear(block, ui);
  if (!isYear && calendarMode(block, ui) === 'year') {
    ui.active[block.blockId] = ['month'];
    changes.push({ events: [panelChanged(at, 'month')], click: 'first' });
  }
  if (isYear || !isInPanel(date, at)) {
    for (const next of [
      moveTo(at, { year: date.getFullYear(), month: at.getMonth() }),
      moveTo(at, { year: date.getFullYear(), month: date.getMonth() }),
    ]) {
      if (localMonth(next) === localMonth(at)) continue;
      changes.push(...toHeaderChange(at, next, isYear ? 'year' : 'month'));
      at = next;
    }
  }
  if (isYear) return changes;
  const isNew = localDay(date) !== localDay(at);
  const day = { value: date, date: localDay(date) };
  changes.push({
    before: localMonth(date) === localMonth(at) ? [] : [panelChanged(date, 'month')],
    value: date,
    events: [
      ...(isNew ? [{ name: 'onChange', event: day }] : []),
      { name: 'onSelect', event: { ...day, source: 'date' } },
    ],
    click: 'last',
    isAlwaysTold: true,
  });
  return changes;
}

/** The fields above the panel: opening one is a click, too. Months of a year are cells, and clicked directly. */
function toHeaderChange(at: Date, next: Date, mode: Mode): InputChange[] {
  const isOtherPanel = mode === 'month' || next.getFullYear() !== at.getFullYear();
  const change: InputChange = {
    before: isOtherPanel ? [panelChanged(next, mode)] : [],
    value: next,
    events: [{ name: 'onChange', event: { value: next, date: localDay(next) } }],
    click: 'last',
  };
  return isOtherPanel ? [{ events: [], click: 'first' }, change] : [change];
}

function panelChanged(date: Date, mode: Mode): InputChange['events'][number] {
  return { name: 'onPanelChange', event: { value: date, date: localDay(date), mode } };
}

/** Another mode, another month, or both. */
function toPanel(block: EngineBlock, payload: unknown, ui: UiState): GestureStep[] {
  const { mode = calendarMode(block, ui), date } = asPayload(payload);
  const from = shownDate(block);
  const day = date === undefined ? from : readDate(date);
  const isMode = mode === 'month' || mode === 'year';
  if (!isMode || !day || (mode === calendarMode(block, ui) && localMonth(day) === localMonth(from)))
    throw new TandemError(
      'invalid_input',
      `onPanelChange of "${block.blockId}" needs the payload {"mode": "year"} or {"date": "2026-01"}, with a panel other than the current one (${calendarMode(block, ui)}, ${localMonth(from)}).`,
    );
  const steps: GestureStep[] = [];
  if (mode !== calendarMode(block, ui))
    steps.push({
      run: () => {
        ui.active[block.blockId] = [mode];
        const { name, event } = panelChanged(shownDate(block), mode);
        return block.triggerEvent({ name, event });
      },
      click: 'first',
    });
  let at = from;
  for (const next of [
    moveTo(at, { year: day.getFullYear(), month: at.getMonth() }),
    moveTo(at, { year: day.getFullYear(), month: day.getMonth() }),
  ]) {
    if (localMonth(next) === localMonth(at)) continue;
    steps.push(...toHeaderChange(at, next, mode).map((change) => toStep(block, change)));
    at = next;
  }
  return steps;
}

function toStep(block: EngineBlock, { before = [], events, click, ...change }: InputChange): GestureStep {
  return {
    click,
    run: async () => {
      const told = before.map((event) => block.triggerEvent(event));
      if ('value' in change) block.setValue?.(change.value);
      told.push(...events.map((event) => block.triggerEvent(event)));
      const results = await Promise.all(told);
      return results.find(({ success }) => !success) ?? results.at(-1) ?? { success: true, responses: {} };
    },
  };
}

/** The app shows years, and a person cannot change that. */
function isFixedOnYear(block: EngineBlock, ui: UiState): boolean {
  return propertiesOf(block).mode !== undefined && calendarMode(block, ui) === 'year';
}

function toRange(block: EngineBlock): (Date | undefined)[] {
  const { validRange } = propertiesOf(block);
  return Array.isArray(validRange) && validRange.length === 2 ? validRange.map(readDate) : [];
}
