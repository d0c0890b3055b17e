import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeVersion } from '../../lib/versioned-file.ts';
import { removeSession } from './session-folder.ts';

const report = () => {};
let parent: string;
let dir: string;
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'session-folder-'));
  dir = mkdtempSync(join(parent, 'sess_'));
  await writeVersion(dir, 'session', 1, '{}', { durable: false });
  await writeVersion(dir, 'session', 2, '{}', { durable: false });
});
afterEach(() => rmSync(parent, { recursive: true }));

it('removes a session that is as it was read', () => {
  expect(removeSession(dir, 2, report)).toBe(true);
  expect(readdirSync(parent)).toEqual([]);
});

it('keeps a session that was saved since it was read', () => {
  expect(removeSession(dir, 1, report)).toBe(false);
  expect(readdirSync(dir)).toEqual(['session-2.json']);
});

it('leaves a session to the process that removes it already', () => {
  expect(removeSession(join(parent, 'gone'), 1, report)).toBe(false);
});
