import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Line {
  action: string;
  [detail: string]: unknown;
}

/** The history of every session of a served folder, as it lies on disk. */
export function historyOf(dir: string): Line[] {
  return readdirSync(join(dir, '.tandem/sessions'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'log.jsonl')
    .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line) as Line | Line[]);
}
