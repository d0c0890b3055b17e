import { isPathOf } from './diff-labels.ts';
import { asRecord, plainText } from './shown-text.ts';

const MAX_CHARACTERS = 300;

/** A value in the format that the app defines for its path, otherwise unchanged. */
export function diffValue(value: unknown, path: string, format: unknown): string {
  if (value === null || value === undefined) return '—';
  const text = written(value, ruleFor(path, asRecord(format)));
  return text.length > MAX_CHARACTERS
    ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`
    : text;
}

type Rule = Record<string, unknown>;

function ruleFor(path: string, format: Record<string, unknown>): Rule {
  if (Object.hasOwn(format, path)) return asRecord(format[path]);
  const pattern = Object.keys(format).find((key) => key.includes('*') && isPathOf(path, key));
  return pattern === undefined ? {} : asRecord(format[pattern]);
}

function written(value: unknown, rule: Rule): string {
  const plain = plainText(value) ?? '';
  switch (rule.type) {
    case 'date':
      return dateText(value, rule.pattern ?? 'YYYY-MM-DD') ?? plain;
    case 'datetime':
      return dateText(value, rule.pattern ?? 'YYYY-MM-DD HH:mm') ?? plain;
    case 'boolean':
      return String(value ? (rule.yes ?? 'Yes') : (rule.no ?? 'No'));
    case 'currency':
      return moneyText(Number(value), rule) ?? plain;
    case 'enum': {
      const entry = asRecord(rule.map)[String(value)];
      return plainText(typeof entry === 'object' ? asRecord(entry).label : entry) ?? plain;
    }
    default:
      return plain;
  }
}

function moneyText(value: number, { locale, currency = 'USD' }: Rule): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  try {
    const style = { style: 'currency', currency: String(currency) } as const;
    return new Intl.NumberFormat(plainText(locale), style).format(value);
  } catch {
    return undefined;
  }
}

/** The usual parts of date patterns; everything else stays unchanged. */
function dateText(value: unknown, pattern: unknown): string | undefined {
  const date = value instanceof Date ? value : new Date(String(value));
  if (Number.isNaN(date.getTime())) return undefined;
  const two = (number: number) => String(number).padStart(2, '0');
  const name = (options: Intl.DateTimeFormatOptions) => date.toLocaleDateString('en-US', options);
  const hour = date.getHours();
  const parts: Record<string, string> = {
    YYYY: String(date.getFullYear()),
    YY: two(date.getFullYear() % 100),
    MMMM: name({ month: 'long' }),
    MMM: name({ month: 'short' }),
    MM: two(date.getMonth() + 1),
    M: String(date.getMonth() + 1),
    DD: two(date.getDate()),
    D: String(date.getDate()),
    dddd: name({ weekday: 'long' }),
    ddd: name({ weekday: 'short' }),
    HH: two(hour),
    H: String(hour),
    hh: two(hour % 12 || 12),
    h: String(hour % 12 || 12),
    mm: two(date.getMinutes()),
    m: String(date.getMinutes()),
    ss: two(date.getSeconds()),
    s: String(date.getSeconds()),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
  };
  return String(pattern).replace(
    /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a/g,
    (found, literal: string | undefined) => literal ?? parts[found] ?? found,
  );
}
