import type { Random } from '../random.mjs';

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
  'id',
  '',
  '$ref',
];

const TEXTS = [
  '',
  ' ',
  '\0',
  'null',
  'undefined',
  '../../etc/passwd',
  '%2e%2e%2f',
  '\ud800',
  '\u202e\u0000\ufeff',
  '💥'.repeat(20),
  '</template><script>',
  '{{7*7}}',
  "' or 1=1 --",
  '__proto__',
  '_request: x',
  '-1e309',
  '9007199254740993',
  '2026-02-30T25:61:61Z',
  'x\ny\r\nz',
  '[object Object]',
];

const NUMBERS = [0, -0, 1, -1, 0.1, 1e21, -1e308, 2 ** 31, 2 ** 53 + 2, 5e-324, 255, 65536];

/** A text that nobody could have meant; occasionally a long one. */
export function hostileText(random: Random): string {
  const text = random.pick(TEXTS);
  return random.below(40) === 0 ? (text || 'x').repeat(1 + random.below(3000)) : text;
}

/** A value of any shape; occasionally deep, wide or strangely named. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 5 : 9);
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random.below(2) === 0;
    case 2:
      return random.pick(NUMBERS);
    case 3:
    case 4:
      return hostileText(random);
    case 5:
      return many(random, () => hostileValue(random, depth + 1));
    case 6:
      return random.below(20) === 0
        ? nested(random.pick([150, 250, 600]))
        : [hostileValue(random, depth + 1)];
    default:
      return hostileObject(random, depth);
  }
}

/** Own properties of any name, including `__proto__`, as JSON creates it. */
export function hostileObject(random: Random, depth = 0): Record<string, unknown> {
  const entries = many(random, (): [string, unknown] => [
    random.below(3) === 0 ? hostileText(random) : random.pick(NAMES),
    hostileValue(random, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** The value with one thing in it changed, added or removed. */
export function mutateValue(random: Random, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || random.below(8) === 0) return hostileValue(random);
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
  const keys = Object.keys(copy);
  const key = random.pick(keys.length > 0 ? keys : ['x']);
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(copy)) copy.pop();
      else delete copy[key];
      break;
    case 1:
      if (Array.isArray(copy)) copy.push(hostileValue(random));
      else define(copy, random.pick(NAMES), hostileValue(random));
      break;
    case 2:
      if (!Array.isArray(copy)) define(copy, `${key}${random.pick(['s', ' ', 'Id', '_'])}`, copy[key]);
      break;
    case 3:
      copy[key] = hostileValue(random);
      break;
    default:
      copy[key] = mutateValue(random, copy[key]);
  }
  return copy;
}

/** The text with bytes lost, doubled, changed or added. */
export function mutateText(random: Random, text: string, pieces: readonly string[]): string {
  let result = text;
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(result.length + 1);
    const length = random.below(20);
    const [before, after] = [result.slice(0, at), result.slice(at)];
    switch (random.below(6)) {
      case 0:
        result = before + after.slice(length);
        break;
      case 1:
        result = before + after.slice(0, length) + after;
        break;
      case 2:
        result = before;
        break;
      case 3:
        result = before + hostileText(random) + after;
        break;
      case 4:
        result = before + random.pick(pieces).repeat(repeats(random)) + after;
        break;
      default:
        result = before + random.pick(pieces) + after;
    }
  }
  return result;
}

/** Mostly few, sometimes so many that what takes the square of it hangs. */
function repeats(random: Random): number {
  const kind = random.below(600);
  if (kind === 0) return 20_000 + random.below(20_000);
  return kind < 60 ? 300 + random.below(1000) : 1 + random.below(5);
}

function many<T>(random: Random, make: () => T): T[] {
  const length = random.below(50) === 0 ? 200 : random.below(4);
  return Array.from({ length }, make);
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
