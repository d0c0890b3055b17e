import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Adds lines to `.gitignore`; returns those that were missing. */
export function addIgnoreLines(dir: string, lines: readonly string[]): string[] {
  const path = join(dir, '.gitignore');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const bare = (line: string) => line.trim().replace(/^\/|\/$/g, '');
  const known = new Set(text.split('\n').map(bare));
  const missing = lines.filter((line) => !known.has(bare(line)));
  if (missing.length === 0) return [];
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  writeFileSync(path, `${start}${missing.join('\n')}\n`);
  return missing;
}
