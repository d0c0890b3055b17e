import { isAbsolute, relative, sep } from 'node:path';

/** The way down from a folder to a path; undefined where the path is not at or below it. */
export function partsBelow(folder: string, path: string): string[] | undefined {
  const way = relative(folder, path);
  if (way === '') return [];
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.split(sep);
}
