// Without dependencies: this runs straight after a clone, before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runOrExit } from './run.mjs';

/** `npm ci` in a folder, when what is installed is not what its lockfile says. */
export async function ensureInstalled(folder = root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log(`Installing packages in ${folder} …`);
  await runOrExit('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  writeFileSync(stamp, lock);
}

/** Build, when a source is newer than the last build. */
export async function ensureBuilt() {
  const stamp = join(root, 'dist', '.built');
  const sources = [
    'src',
    'tsconfig.json',
    'tsconfig.build.json',
    'vite.config.ts',
    'vite.live.config.ts',
    'package-lock.json',
  ];
  const newest = Math.max(...sources.map((path) => newestIn(join(root, path))));
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newest) return;
  console.log('Building …');
  await runOrExit(process.execPath, [join(root, 'scripts', 'build.mjs')]);
}

function newestIn(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
