import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { prepareBaseFolder } from './base-folder.ts';

const tempDir = () => mkdtempSync(join(tmpdir(), 'base-folder-'));

test('machine-specific files are kept out of a repository, in addition to what its owner ignores', () => {
  const path = tempDir();
  writeFileSync(join(path, '.gitignore'), 'node_modules\nlog/');
  prepareBaseFolder(path, () => {});
  prepareBaseFolder(path, () => {});
  expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe(
    'node_modules\nlog/\n.tandem/\nui-port\nmcp-port\nui-token\n',
  );
});

test('a log that cannot be written is reported once and breaks nothing', () => {
  const path = tempDir();
  const report = vi.fn();
  const folder = prepareBaseFolder(path, report);
  rmSync(join(path, 'log'), { recursive: true });
  folder.log('stdout', 'made again\n');
  expect(readFileSync(folder.logs.stdout, 'utf8')).toBe('made again\n');
  rmSync(folder.logs.stdout);
  mkdirSync(folder.logs.stdout);
  folder.log('stdout', 'x');
  folder.log('stdout', 'y');
  expect(report).toHaveBeenCalledTimes(1);
});

test('logs of an earlier run are moved aside; only the owner can read token and ports', () => {
  const path = tempDir();
  const folder = prepareBaseFolder(path, () => {});
  folder.log('stderr', 'before\n');
  prepareBaseFolder(path, () => {});
  expect(readFileSync(`${folder.logs.stderr}.old`, 'utf8')).toBe('before\n');
  folder.writeAccess({ ui: 1, mcp: 2, token: 'secret' });
  expect(statSync(join(path, 'ui-token')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(path, 'mcp-port'))).toBe(true);
});
