import { TandemError } from '../../errors.ts';

/** What JSON has a way for: undefined is left out, and a date becomes text. For results of tools. */
export const AS_JSON: readonly string[] = ['undefined', 'a Date'];
/** What the journal can represent besides: it is the same again in a replay. For results of steps. */
export const AS_RECORDED: readonly string[] = [
  ...AS_JSON,
  'a bigint',
  'not a finite number',
  'an Error',
  'bytes',
];

/** Data goes through JSON: what would be lost on the way is refused where it is made, with its path. */
export function checkPlainJson(
  value: unknown,
  at: string,
  accepted: readonly string[] = [],
  seen: readonly object[] = [],
): void {
  const word = wordFor(value);
  if (word !== undefined) {
    if (accepted.includes(word)) return;
    throw new TandemError(
      'invalid_input',
      `${at} is ${word}, which JSON cannot represent. ${hintFor(word)}`.trim(),
    );
  }
  if (value === null || typeof value !== 'object') return;
  if (seen.includes(value))
    throw new TandemError('invalid_input', `${at} contains itself, which JSON cannot represent.`);
  const around = [...seen, value];
  if (Array.isArray(value))
    for (const [index, inner] of value.entries()) checkPlainJson(inner, `${at}[${index}]`, accepted, around);
  else
    for (const [key, inner] of Object.entries(value))
      checkPlainJson(inner, toPath(at, key), accepted, around);
}

function toPath(at: string, key: string): string {
  return /^[\w$]+$/.test(key) ? `${at}.${key}` : `${at}[${JSON.stringify(key)}]`;
}

const HINTS: Record<string, string> = {
  undefined: 'Leave the key out, or use null.',
  'a Date': 'Pass date.toISOString().',
  'a bigint': 'Pass it as a string.',
  'an instance of Map': 'Pass Object.fromEntries(map), or [...map].',
  'an instance of Set': 'Pass [...set].',
  'a promise': 'Wait for it: in a step, with await.',
  'a generator': 'Write yield* before it, or pass [...it].',
};

function hintFor(word: string): string {
  return HINTS[word] ?? (word.startsWith('an instance of') ? 'Pass a plain object.' : '');
}

function wordFor(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'not a finite number';
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return `a ${typeof value}`;
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? wordForObject(value)
    : undefined;
}

function wordForObject(value: object): string | undefined {
  if (value instanceof Date) return 'a Date';
  if (value instanceof Error) return 'an Error';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Promise) return 'a promise';
  if (Symbol.iterator in value && 'next' in value) return 'a generator';
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined;
  return `an instance of ${value.constructor?.name || 'a class'}`;
}
