import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readableFolders } from './readable-folders.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-readable-')));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function link(from: string, to: string): void {
  mkdirSync(dirname(join(root, from)), { recursive: true });
  mkdirSync(join(root, to), { recursive: true });
  symlinkSync(join(root, to), join(root, from));
}

test('packages can be read with their dependencies, linked ones too, but the app itself cannot', () => {
  // A workspace: everything is linked at its root, including the app; a linked package has its own links.
  link('work/node_modules/app', 'work/apps/app');
  link('work/node_modules/@scope/plugin', 'work/packages/plugin');
  link('work/packages/plugin/node_modules/helper', 'elsewhere/helper');
  link('work/node_modules/engine', 'work/node_modules/.store/engine');
  link('work/apps/app/node_modules/work', 'work');
  const folders = [join(root, 'work/packages/plugin'), join(root, 'work/node_modules/.store/engine')];
  const found = readableFolders(folders, join(root, 'work/apps/app'));
  expect(found.filter((path) => path.startsWith(root)).sort()).toEqual(
    ['elsewhere/helper/*', 'work/node_modules/*', 'work/packages/plugin/*'].map((path) => join(root, path)),
  );
});
