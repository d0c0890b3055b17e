import { readdirSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

/** Keeps where things lie on this machine from those who are not at it. */
export interface PlaceFilter {
  /** For sentences about what went wrong: paths in the served folder become relative, of others the name is left. */
  message(text: string): string;
  /** For everything else, a value or a text: only the path of the served folder itself is taken out. */
  data<T>(value: T): T;
}

export function createPlaceFilter(dir: string): PlaceFilter {
  const served = [...new Set([dir, realPath(dir)])].filter((path) => path !== '/');
  const inside = served.map((path) => new RegExp(`${toPattern(path)}(?:/|(?!\\.?[\\w-]))`, 'g'));
  const toRelative = (text: string) =>
    served.some((path) => text.includes(path))
      ? inside.reduce((rest, path) => rest.replace(path, (found) => (found.endsWith('/') ? '' : '.')), text)
      : text;
  let absolute: RegExp | undefined;
  return {
    message(text) {
      absolute ??= absolutePaths();
      return toRelative(text).replace(absolute, (found) => {
        const [, path = '', end = ''] = /^(.*?)([.]*)$/s.exec(found) ?? [];
        return `…/${basename(path.replaceAll('\\', '/'))}${end}`;
      });
    },
    data: (value) => mapStrings(value, toRelative) as typeof value,
  };
}

/** Paths that begin with a folder this machine has. Other words that begin with a slash are addresses of pages. */
function absolutePaths(): RegExp {
  const folders = readdirSync('/', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => toPattern(name));
  const rest = '[^\\s\'"`,;:()<>|*?]';
  const posix = `(?<![\\w.:/-]|://[^\\s/]*)(?:file://)?/(?:${folders.join('|')})(?:/${rest}*)+`;
  const windows = `(?<!\\w)[A-Za-z]:\\\\${rest}+`;
  return new RegExp(`${posix}|${windows}`, 'g');
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, map)]));
}

function realPath(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir;
  }
}

function toPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
