import { buttonFact, buttonsIn, type CellConfig, readRowField } from './grid-cells.ts';
import { asArray, asRecord, htmlText, plainText } from './shown-text.ts';

type Row = Record<string, unknown>;
type Show = (value: unknown, row: Row, cell: CellConfig) => string | undefined;

/** What the cells of Lowdefy 5 write, by type. */
const CELLS: Record<string, Show> = {
  avatar: (value, row, { nameField }) =>
    plainText(typeof nameField === 'string' ? readRowField(row, nameField) : value),
  boolean: (value, _row, { trueLabel = 'Yes', falseLabel = 'No' }) =>
    isNothing(value) ? undefined : plainText(value ? trueLabel : falseLabel),
  buttons: (_value, row, cell) =>
    buttonsIn(cell)
      .filter(({ button }) => buttonFact(button, 'hidden', row) !== true)
      .map(({ button }) => {
        const title = htmlText(buttonFact(button, 'title', row)) ?? button.eventName;
        return buttonFact(button, 'disabled', row) === true ? `${title} (disabled)` : title;
      })
      .join(', '),
  date: (value, _row, { format, relative }) =>
    dateText(value, relative || typeof format !== 'string' ? 'YYYY-MM-DD HH:mm' : format),
  link: (value, row, { labelField }) =>
    isNothing(value)
      ? undefined
      : plainText((typeof labelField === 'string' ? row[labelField] : undefined) ?? value),
  number: (value, _row, cell) => numberText(value, cell),
  progress: (value, _row, { nullLabel = 'None', suffix = '%' }) =>
    isNothing(value) || value === ''
      ? plainText(nullLabel)
      : Number.isNaN(Number(value))
        ? undefined
        : `${Number(value)}${plainText(suffix) ?? ''}`,
  tag: (value) =>
    asArray(Array.isArray(value) ? value : [value])
      .flatMap((one) => plainText(one) ?? [])
      .join(', '),
};

/** The text of a cell; undefined for other types. */
export function cellText(cell: CellConfig, value: unknown, row: unknown): string | undefined {
  const show = Object.hasOwn(CELLS, cell.type) ? CELLS[cell.type] : undefined;
  return show && (show(value, asRecord(row), cell) ?? '');
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function numberText(value: unknown, cell: CellConfig): string | undefined {
  const number = Number(value);
  if (isNothing(value) || value === '' || Number.isNaN(number)) return undefined;
  const text = new Intl.NumberFormat(plainText(cell.locale), numberOptions(cell)).format(Math.abs(number));
  const signed = number >= 0 ? text : cell.negative === 'parentheses' ? `(${text})` : `-${text}`;
  return `${plainText(cell.prefix) ?? ''}${signed}${plainText(cell.suffix) ?? ''}`;
}

function numberOptions(cell: CellConfig): Intl.NumberFormatOptions {
  const { format, decimals, minDecimals, maxDecimals, currency = 'USD', useGrouping = true } = cell;
  const [least, most] = Number.isInteger(decimals) ? [decimals, decimals] : [minDecimals, maxDecimals];
  return {
    useGrouping: Boolean(useGrouping),
    ...(format === 'currency' && { style: 'currency' as const, currency: String(currency) }),
    ...(format === 'percent' && { style: 'percent' as const }),
    ...(format === 'compact' && { notation: 'compact' as const }),
    ...(Number.isInteger(least) && { minimumFractionDigits: Number(least) }),
    ...(Number.isInteger(most) && { maximumFractionDigits: Number(most) }),
  };
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const TOKENS = /\[([^\]]+)]|Y{2,4}|M{1,4}|D{1,2}|d{3,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|A|a/g;

/** In local time, in the notation that apps use for dates. */
function dateText(value: unknown, format: string): string | undefined {
  const date = value instanceof Date ? value : new Date(String(value));
  if (isNothing(value) || value === '' || Number.isNaN(date.getTime())) return undefined;
  const hour = date.getHours() % 12 || 12;
  const numbers: Record<string, number> = {
    M: date.getMonth() + 1,
    D: date.getDate(),
    H: date.getHours(),
    h: hour,
    m: date.getMinutes(),
    s: date.getSeconds(),
  };
  return format.replace(TOKENS, (token, literal?: string) => {
    if (literal !== undefined) return literal;
    const letter = token.charAt(0);
    if (letter === 'Y') return String(date.getFullYear()).slice(token.length === 2 ? -2 : 0);
    if (letter === 'd') return named(DAYS, date.getDay(), token.length === 4);
    if (letter === 'M' && token.length > 2) return named(MONTHS, date.getMonth(), token.length === 4);
    if (letter === 'A' || letter === 'a') {
      const half = date.getHours() < 12 ? 'AM' : 'PM';
      return letter === 'A' ? half : half.toLowerCase();
    }
    return String(numbers[letter]).padStart(token.length, '0');
  });
}

function named(names: string[], at: number, isWhole: boolean): string {
  const name = names[at] ?? '';
  return isWhole ? name : name.slice(0, 3);
}
