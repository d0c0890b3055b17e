import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['live/lua', 'live/variables'];

/** The worker runs from dist; build it where the sources of it are newer. */
export function buildWorker(): void {
  const built = join(ROOT, 'dist/live/lua/worker.js');
  const sources = FOLDERS.flatMap((folder) => files(join(ROOT, 'src', folder)));
  const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  const isFresh =
    existsSync(built) &&
    statSync(built).mtimeMs > newest &&
    sources.every((file) => !file.endsWith('.lua') || existsSync(file.replace('/src/', '/dist/')));
  if (isFresh) return;
  // Errors in other folders are not ours to report; files are written nevertheless.
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT });
  for (const file of sources.filter((name) => name.endsWith('.lua')))
    cpSync(file, file.replace('/src/', '/dist/'));
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|lua)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}
