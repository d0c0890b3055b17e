import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run-cli.ts';

/** A copy of the app in test/mistakes, which has no mistake; `[Symbol.dispose]` removes it. */
export function copyShop(): { path: string; [Symbol.dispose](): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-shop-'));
  const path = join(folder, 'app');
  const isSource = (file: string) => !file.includes('.lowdefy');
  cpSync(join(root, 'test/mistakes/app'), path, { recursive: true, filter: isSource });
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
