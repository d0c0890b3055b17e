import { TandemError } from '../errors.ts';

/** Deeper than any data that people or agents send, and shallow enough for everything that walks it by recursion. */
export const MAX_JSON_DEPTH = 200;

/** JSON from outside: not valid, or nested deeper than the code behind it can follow, is the sender's mistake. */
export function parseJson(text: string, what: string): unknown {
  checkJsonDepth(text, what);
  try {
    return JSON.parse(text);
  } catch {
    throw new TandemError('invalid_input', `${what} is not valid JSON.`);
  }
}

/** Looks at the text, so that what is refused is never built in memory. */
export function checkJsonDepth(text: string, what: string): void {
  if (text.length <= MAX_JSON_DEPTH || !isTooDeep(text)) return;
  throw new TandemError(
    'invalid_input',
    `${what} is nested deeper than ${MAX_JSON_DEPTH} levels. Send flatter JSON.`,
  );
}

/** The same for a value that somebody else has parsed. */
export function isTooDeepValue(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap((item) => Object.values(item).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** The place of the closing quote; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
