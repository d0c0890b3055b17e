import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CHANGES_FILE, createFileBus } from './file-bus.ts';

const A_WHILE_MS = 1_000;

test('what cannot be read now is read later, and ends nothing', () => {
  vi.useFakeTimers();
  const dir = mkdtempSync(join(tmpdir(), 'file-bus-'));
  const root = join(dir, 'sessions');
  const [here, there] = [createFileBus(root), createFileBus(root)];
  onTestFinished(() => {
    vi.useRealTimers();
    here.close();
    there.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const told: string[] = [];
  here.onTold((text) => void told.push(text));
  // A folder cannot be read as a file, whoever tries.
  mkdirSync(join(root, CHANGES_FILE), { recursive: true });
  vi.advanceTimersByTime(A_WHILE_MS);
  rmSync(join(root, CHANGES_FILE), { recursive: true });
  there.tell('said');
  vi.advanceTimersByTime(A_WHILE_MS);
  expect(told).toEqual(['said']);
});
