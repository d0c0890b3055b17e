import { stripHtml } from './strip-html.ts';

/** A property as shown text; undefined if there is nothing to show. */
export function plainText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '' || typeof value === 'function') return undefined;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return dateText(value);
  return typeof value === 'object' ? jsonText(value) : String(value);
}

/** The same for a property that may contain HTML, as most titles may. */
export function htmlText(value: unknown): string | undefined {
  const text = plainText(value);
  return text !== undefined && /[<&]/.test(text) ? stripHtml(text) || undefined : text;
}

export function dateText(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '(not shown)';
  }
}

/** `AiOutlinePlus`, for an icon given by name or as properties. */
export function iconName(icon: unknown): string | undefined {
  return plainText(typeof icon === 'object' && icon !== null ? asRecord(icon).name : icon);
}

/** An address; for a data URL, only the type of its data. */
export function addressText(address: unknown): string | undefined {
  const text = plainText(address);
  if (!text?.startsWith('data:')) return text;
  const kind = /^data:[\w/.+-]{0,60}/.exec(text)?.[0];
  return `${kind} (${text.length.toLocaleString('en-US')} characters)`;
}

/** Properties come from the app and its data, so they can be anything. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
