import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdFolder } from './held-folder.ts';

const tempDir = () => realpathSync(mkdtempSync(join(tmpdir(), 'held-folder-')));
const hasDescriptors = existsSync('/proc/self/fd');
const ways = hasDescriptors ? [true, false] : [false];

test.each(ways)('a link on the way is not followed (by descriptor: %s)', (byDescriptor) => {
  const [root, outside] = [tempDir(), tempDir()];
  mkdirSync(join(root, 'data'));
  symlinkSync(outside, join(root, 'data/link'));
  writeFileSync(join(root, 'data/file'), '');
  for (const name of ['link', 'file'])
    for (const make of [true, false]) {
      const hold = () => holdFolder(root, ['data', name, 'more'], { make, byDescriptor });
      expect(hold).toThrow(/ENOTDIR|ELOOP/);
    }
  expect(readdirSync(outside)).toEqual([]);
});

test.each(ways)('missing folders are created on request (by descriptor: %s)', (byDescriptor) => {
  const root = tempDir();
  expect(() => holdFolder(root, ['a', 'b'], { make: false, byDescriptor })).toThrow(/ENOENT/);
  const { path, release } = holdFolder(root, ['a', 'b'], { make: true, byDescriptor });
  writeFileSync(join(path, 'x'), '');
  release();
  expect(readdirSync(join(root, 'a/b'))).toEqual(['x']);
});

test.runIf(hasDescriptors)('a folder that is exchanged for a link stays the folder that was found', () => {
  const [root, outside] = [tempDir(), tempDir()];
  const { path, release } = holdFolder(root, ['data'], { make: true });
  renameSync(join(root, 'data'), join(root, 'moved'));
  symlinkSync(outside, join(root, 'data'));
  writeFileSync(join(path, 'x'), '');
  release();
  expect(readdirSync(outside)).toEqual([]);
  expect(readdirSync(join(root, 'moved'))).toEqual(['x']);
});
