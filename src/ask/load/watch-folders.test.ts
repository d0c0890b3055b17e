import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { watchFolders } from './watch-folders.ts';

const watcher = Object.assign(new EventEmitter(), { close: async () => {} });
vi.mock('chokidar', () => ({ watch: () => watcher }));

test('neither an unwatchable folder nor tools that fail to load end the process', async () => {
  const lines: string[] = [];
  const log = createLogger('warn', (line) => lines.push(line));
  const stop = await watchFolders([tmpdir()], async () => Promise.reject(new Error('not today')), log);
  // An emitter without a listener throws its errors.
  watcher.emit('error', new Error('too many files are watched'));
  expect(lines.join()).toContain('too many files are watched');
  watcher.emit('all');
  await vi.waitFor(() => expect(lines.join()).toContain('not today'), 60_000);
  await stop();
});
