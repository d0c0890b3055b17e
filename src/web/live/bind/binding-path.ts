import type { Properties } from '../../../protocol/live-messages.ts';

export interface BindingPath {
  path: string;
  /** What stood behind the question mark; a bare name means "true". */
  options: Properties;
}

const known = new Map<string, BindingPath>();

/** `contacts()?wrapper=lua.ViewList&keypress` → path and options. Whether the path makes sense is for the server to say. */
export function parseBindingPath(text: string): BindingPath {
  const before = known.get(text);
  if (before) return before;
  const at = text.indexOf('?');
  const path = (at < 0 ? text : text.slice(0, at)).trim();
  const options: Properties = {};
  for (const part of at < 0 ? [] : text.slice(at + 1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    options[name] = equals < 0 ? 'true' : decode(part.slice(equals + 1));
  }
  const parsed = { path, options };
  known.set(text, parsed);
  return parsed;
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ').trim();
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A stray percent sign is the author's own.
    return spaced;
  }
}

/** Whether a flag such as `keypress` is on. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false';
}
