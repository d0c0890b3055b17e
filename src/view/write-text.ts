import { hasHidden, quote } from './escape-text.ts';

const NAME = /^[A-Za-z_][\w.-]*$/;
/** Words and harmless punctuation; no colon, so that no text can look like a field or a list item. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,;!?()&%+/@#_$€£–—-]*$/u;
/** `1.` and `1)` begin a list in markdown. */
const LIST_MARK = /^\d+[.)]/;
const MAX_BARE_LENGTH = 200;

/** Whether a text can stand without quotes and be taken for nothing else. */
export function isPlain(text: string): boolean {
  return (
    text.length <= MAX_BARE_LENGTH &&
    PLAIN.test(text) &&
    !text.endsWith(' ') &&
    !LIST_MARK.test(text) &&
    !hasHidden(text)
  );
}

/** A title, label or message: bare when it is plain, else as a JSON string. */
export function writeText(text: string, limit = Number.POSITIVE_INFINITY): string {
  return isPlain(text) ? text : writeString(text, limit);
}

/** A JSON string; of a long one the beginning, with its length said outside of the quotes. */
export function writeString(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text.length <= limit) return quote(text);
  return `${quote(head(text, limit))} ${cutNote(text.length)}`;
}

export function cutNote(length: number, what = 'characters'): string {
  return `… cut, ${length.toLocaleString('en-US')} ${what} in all`;
}

/** The first characters, never half of a surrogate pair. */
export function head(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

export function isName(text: string): boolean {
  return NAME.test(text);
}

/** An id, event or method: bare when it looks like one, else as a JSON string. */
export function writeName(name: string): string {
  return isName(name) ? name : quote(name);
}
