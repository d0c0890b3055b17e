import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { codeDigest } from './code-digest.ts';

/** The Lowdefy that comes with Tandem. */
export const STOCK_VERSION = '4.0.0-rc.11';

/** In a package, the bundle is part of it; in a clone, it is made by a script, from packages that users do not install. */
const SHIPPED = fileURLToPath(new URL('../../client', import.meta.url));
const SCRIPT = fileURLToPath(new URL('../../../scripts/make-client.mjs', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../../parity/package-lock.json', import.meta.url));
/** Where the script puts it. */
export const MADE = fileURLToPath(new URL('../../../parity/.out/client', import.meta.url));

export function findStockBundle(): string | undefined {
  if (!existsSync(SCRIPT)) return existsSync(join(SHIPPED, 'frame.html')) ? SHIPPED : undefined;
  const mark = join(MADE, SOURCE_MARK);
  return existsSync(mark) && readFileSync(mark, 'utf8') === sourceDigest() ? MADE : undefined;
}

/** The file with the digest of what a bundle in a clone was made from. */
export const SOURCE_MARK = 'made-from.txt';

/** Changes with the code in the frame, the code that bundles it, and the versions of the packages. */
export function sourceDigest(): string {
  return createHash('sha256').update(codeDigest()).update(readFileSync(PACKAGES)).digest('hex');
}

let making: Promise<string | undefined> | undefined;

/** Makes it where that is possible, once; undefined where it is not. The script prints its steps. */
export function makeStockBundle(onStep: (step: string) => void): Promise<string | undefined> {
  if (!existsSync(SCRIPT)) return Promise.resolve(undefined);
  making ??= run(onStep).finally(() => {
    making = undefined;
  });
  return making;
}

function run(onStep: (step: string) => void): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, '--if-needed'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const errors: string[] = [];
    createInterface({ input: child.stdout }).on('line', onStep);
    createInterface({ input: child.stderr }).on('line', (line) => void errors.push(line));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(findStockBundle());
      else reject(new Error(`scripts/make-client.mjs failed: ${errors.slice(-3).join(' ')}`));
    });
  });
}
