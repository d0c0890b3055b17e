import type { EngineBlock } from '../../engine/engine-types.ts';
import { propertiesOf } from './gesture-step.ts';

/** Calendars count days in the reader's time zone, unlike the pickers. */
export function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function localMonth(date: Date): string {
  return localDay(date).slice(0, 7);
}

/** A date in the app's data; days without a time are local. */
export function readDate(value: unknown): Date | undefined {
  const text = typeof value === 'string' && /^\d{4}-\d{2}(-\d{2})?$/.test(value) ? toLocalText(value) : value;
  const isDate = text instanceof Date || typeof text === 'string' || typeof text === 'number';
  const date = isDate ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function toLocalText(day: string): string {
  return `${day.length === 7 ? `${day}-01` : day}T00:00:00`;
}

/** The current day of the calendar: its value, or the first day with an entry, or today. */
export function shownDate(block: EngineBlock): Date {
  const { dateCellData, disabledDates } = propertiesOf(block);
  const { dates, min } = (disabledDates ?? {}) as Record<string, unknown>;
  const entries = Array.isArray(dateCellData) ? dateCellData.map((entry) => entry?.date) : [];
  return (
    (block.value instanceof Date ? readDate(block.value) : undefined) ??
    earliest(entries) ??
    earliest(Array.isArray(dates) ? dates : []) ??
    readDate(min) ??
    new Date()
  );
}

function earliest(values: unknown[]): Date | undefined {
  const dates = values.flatMap((value) => readDate(value) ?? []);
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** The same time of another day; in a shorter month on its last day. */
export function moveTo(from: Date, { year, month }: { year: number; month: number }, day?: number): Date {
  const last = new Date(year, month + 1, 0).getDate();
  const date = new Date(from);
  date.setFullYear(year, month, Math.min(day ?? from.getDate(), last));
  return date;
}

/** Whether a day is in the six weeks that are drawn for a month. */
export function isInPanel(day: Date, shown: Date): boolean {
  const first = new Date(shown.getFullYear(), shown.getMonth(), 1);
  const start = new Date(first.getFullYear(), first.getMonth(), 1 - first.getDay());
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 42);
  return day >= start && day < end;
}
