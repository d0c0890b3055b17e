import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogEntry } from '../../session/session-record.ts';
import { appendToLog, readWholeLog } from './session-log.ts';

/** How many bytes the disk takes at once. */
const disk = vi.hoisted(() => ({ takes: Number.POSITIVE_INFINITY, isFull: false }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const writeSync = (fd: number, bytes: Buffer, from = 0) => {
    if (disk.isFull && from > 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
        code: 'ENOSPC',
        syscall: 'write',
      });
    return fs.writeSync(fd, bytes, from, Math.min(disk.takes, bytes.length - from));
  };
  return { ...fs, writeSync };
});

const entry = (action: string): LogEntry => ({
  timestamp: '2026-01-01T00:00:00Z',
  actor: { kind: 'system', userId: 'ann', name: 'test' },
  action,
});

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'session-log-'));
  Object.assign(disk, { takes: Number.POSITIVE_INFINITY, isFull: false });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('a disk that takes a line in parts gets all of it', async () => {
  const path = join(dir, 'log.jsonl');
  disk.takes = 10;
  await appendToLog(path, [entry('one')]);
  await appendToLog(path, [entry('two'), entry('three')]);
  const all = await readWholeLog(path, expect.unreachable);
  expect(all.map(({ action }) => action)).toEqual(['one', 'two', 'three']);
});

test('a disk that is full in the middle of a line is named as such, and the next line is whole', async () => {
  const path = join(dir, 'log.jsonl');
  Object.assign(disk, { takes: 10, isFull: true });
  await expect(appendToLog(path, [entry('torn')])).rejects.toMatchObject({
    code: 'ENOSPC',
    syscall: 'write',
  });
  expect(readFileSync(path).length).toBe(10);
  Object.assign(disk, { takes: Number.POSITIVE_INFINITY, isFull: false });
  await appendToLog(path, [entry('next')]);
  appendFileSync(path, '\n');
  const told: string[] = [];
  const all = await readWholeLog(path, (_, message) => void told.push(message));
  expect(all.map(({ action }) => action)).toEqual(['next']);
  expect(told).toEqual(['This line is not a log entry and is skipped.']);
});
