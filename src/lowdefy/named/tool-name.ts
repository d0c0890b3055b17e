import { createHash } from 'node:crypto';

const MAX_CHARACTERS = 64;

/** A name that every client accepts, the same for the same ids. */
export function toToolName(...parts: string[]): string {
  const name = parts.join('_').replace(/[^A-Za-z0-9_-]+/g, '_');
  if (name.length <= MAX_CHARACTERS) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_CHARACTERS - mark.length - 1)}_${mark}`;
}
