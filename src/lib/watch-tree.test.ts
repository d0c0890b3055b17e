import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchTree } from './watch-tree.ts';

let root = '';
let seen: string[] = [];
let stop = () => {};
let wake = () => {};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tandem-tree-'));
  seen = [];
});
afterEach(() => {
  stop();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function begin(): void {
  stop = watchTree(join(root, 'tree'), {
    isIgnored: (path) => path.endsWith('.log'),
    onChange: (path, change) => {
      seen.push(`${change} ${relative(join(root, 'tree'), path)}`);
      wake();
    },
    onError: (error) => seen.push(`error ${error}`),
  });
}

/** Waits for this change; those before it are forgotten. */
async function comes(change: string): Promise<void> {
  while (!seen.includes(change))
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  seen = [];
}

test('files and folders that come, change and go', async () => {
  write('tree/a/old.lua');
  begin();
  expect(seen).toEqual([]);
  write('tree/a/old.lua', 'changed');
  await comes('file a/old.lua');
  write('tree/a/new.lua');
  await comes('file a/new.lua');
  rmSync(join(root, 'tree/a/new.lua'));
  await comes('gone a/new.lua');
  write('tree/b/c/deep.html');
  await comes('file b/c/deep.html');
  write('tree/b/c/deep.html', 'changed');
  await comes('file b/c/deep.html');
  rmSync(join(root, 'tree/b'), { recursive: true });
  await comes('folder b');
  write('tree/a/b.log');
  write('tree/a/last.lua');
  await comes('file a/last.lua');
});

test('a folder that is replaced, or moved away and back, is still watched', async () => {
  write('tree/a/one.lua');
  begin();
  rmSync(join(root, 'tree/a'), { recursive: true });
  write('tree/a/one.lua', 'again');
  await comes('file a/one.lua');
  write('tree/a/one.lua', 'changed');
  await comes('file a/one.lua');
  renameSync(join(root, 'tree/a'), join(root, 'away'));
  await comes('folder a');
  renameSync(join(root, 'away'), join(root, 'tree/a'));
  await comes('file a/one.lua');
  write('tree/a/one.lua', 'once more');
  await comes('file a/one.lua');
});

test('links are followed: to files, which may be replaced, and to folders, but not in circles', async () => {
  write('shared/view.html');
  write('shared/more/deep.html');
  write('tree/x.lua');
  symlinkSync(join(root, 'shared/view.html'), join(root, 'tree/view.html'));
  symlinkSync(join(root, 'shared/more'), join(root, 'tree/more'));
  symlinkSync(join(root, 'tree'), join(root, 'shared/more/circle'));
  symlinkSync(join(root, 'nowhere'), join(root, 'tree/broken'));
  begin();
  write('shared/view.html', 'changed');
  await comes('file view.html');
  write('shared/new.html', 'replaced');
  renameSync(join(root, 'shared/new.html'), join(root, 'shared/view.html'));
  await comes('file view.html');
  write('shared/view.html', 'changed again');
  await comes('file view.html');
  write('shared/more/deep.html', 'changed');
  await comes('file more/deep.html');
});

test('whatever is made in a folder while it is being discovered is watched', async () => {
  write('tree/x.lua');
  begin();
  for (let round = 0; round < 40; round++) {
    write(`tree/a${round}/app.lua`);
    for (let turn = 0; turn < round % 10; turn++) await tick();
    write(`tree/a${round}/views/A.html`);
    for (let turn = 0; turn < round % 3; turn++) await tick();
    write(`tree/a${round}/views/B.html`);
    await comes(`file a${round}/views/B.html`);
    write(`tree/a${round}/views/A.html`, 'changed');
    await comes(`file a${round}/views/A.html`);
  }
});

test('nothing is reported after the end', async () => {
  write('tree/a.lua');
  begin();
  write('tree/a.lua', 'changed');
  stop();
  await tick();
  expect(seen).toEqual([]);
});
