import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');

/** The built command; compiled first where the sources are newer. */
export async function buildIfStale(): Promise<string> {
  if (await isStale()) {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { code, stdout } = await runProgram(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
      cwd: ROOT,
    });
    if (code !== 0) throw new Error(`The build failed:\n${stdout}`);
  }
  return MAIN;
}

async function isStale(): Promise<boolean> {
  if (!existsSync(MAIN)) return true;
  const built = (await stat(MAIN)).mtimeMs;
  const sources = await readdir(join(ROOT, 'src'), { recursive: true, withFileTypes: true });
  const times = sources
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs);
  return Math.max(...(await Promise.all(times))) > built;
}
