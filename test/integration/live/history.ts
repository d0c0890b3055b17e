import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Line {
  action: string;
  [detail: string]: unknown;
}

/** A live session as it lies on disk. */
export interface Saved {
  sessionId: string;
  status: string;
  data: { alias: string; app?: string; events: unknown[]; views: unknown[] };
  /** Its folder. */
  folder: string;
}

/** The history of every session of a served folder. */
export function historyOf(dir: string): Line[] {
  return filesOf(dir)
    .filter(({ name }) => name === 'log.jsonl')
    .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line) as Line | Line[]);
}

/** Every session of a served folder, each in its newest version. */
export function savedIn(dir: string): Saved[] {
  const newest = new Map<string, number>();
  for (const { parentPath, name } of filesOf(dir)) {
    const version = Number(/^session-(\d+)\.json$/.exec(name)?.[1] ?? 0);
    if (version > (newest.get(parentPath) ?? 0)) newest.set(parentPath, version);
  }
  return [...newest].map(([folder, version]) => ({
    ...(JSON.parse(readFileSync(join(folder, `session-${version}.json`), 'utf8')) as Saved),
    folder,
  }));
}

function filesOf(dir: string) {
  return readdirSync(join(dir, '.tandem/sessions'), { recursive: true, withFileTypes: true });
}
