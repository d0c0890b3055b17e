import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { watchFolders } from './watch-folders.ts';

const watcher = Object.assign(new EventEmitter(), { close: async () => {} });
vi.mock('chokidar', () => ({ watch: () => watcher }));

test('neither a folder that cannot be watched nor tools that cannot be loaded end anything', async () => {
  const lines: string[] = [];
  const log = createLogger('warn', (line) => lines.push(line));
  const stop = await watchFolders([tmpdir()], async () => Promise.reject(new Error('not today')), log);
  // Without a listener an emitter throws what it was to tell.
  watcher.emit('error', new Error('too many files are watched'));
  expect(lines.join()).toContain('too many files are watched');
  watcher.emit('all');
  await vi.waitFor(() => expect(lines.join()).toContain('not today'), 60_000);
  await stop();
});
