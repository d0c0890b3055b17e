import { type DataPath, pathText } from './data-diff.ts';
import { asRecord } from './shown-text.ts';

/** `Line item 2 › Unit price`: each step by the app's label for it, or by its name in words. */
export function labelOfPath(path: DataPath, labels: unknown): string {
  const own = asRecord(labels);
  const words: string[] = [];
  for (const [i, step] of path.entries()) {
    if (isIndex(step)) {
      const list = words.pop();
      words.push(list === undefined ? String(Number(step) + 1) : `${singular(list)} ${Number(step) + 1}`);
      continue;
    }
    const given = own[pathText(path.slice(0, i + 1))];
    words.push(typeof given === 'string' ? given : inWords(String(step)));
  }
  return words.join(' › ');
}

export function isIndex(step: string | number | undefined): boolean {
  return /^\d+$/.test(String(step));
}

/** Matches a path against a pattern of the app: the path itself, `start.*` or `*.end`. */
export function isPathOf(path: string, pattern: unknown): boolean {
  if (typeof pattern !== 'string' || pattern === '') return false;
  if (pattern === path) return true;
  if (pattern.endsWith('.*')) return `${path}.`.startsWith(pattern.slice(0, -1));
  return pattern.startsWith('*.') && `.${path}`.endsWith(pattern.slice(1));
}

/** `unitPrice` and `unit_price` are "Unit price"-like words. */
function inWords(name: string): string {
  const spaced = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const ENDINGS: [RegExp, string][] = [
  [/(ss|us|is|news|series|species)$/i, '$1'],
  [/people$/i, 'person'],
  [/children$/i, 'child'],
  [/(\b|wo)men$/i, '$1man'],
  [/(ss|sh|ch|x|zz|us)es$/i, '$1'],
  [/([^aeiou])ies$/i, '$1y'],
  [/s$/i, ''],
];

/** The singular, for English words. */
function singular(words: string): string {
  const rule = ENDINGS.find(([ending]) => ending.test(words));
  return rule ? words.replace(...rule) : words;
}
