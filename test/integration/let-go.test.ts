import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Area, AreaServices } from '../../src/area/area.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { openEnginePool } from '../../src/lowdefy/runner/engine-pool.ts';
import { loadConfig } from '../../src/server/load-config.ts';
import { createTandem } from '../../src/server/tandem.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { connectHttp } from './live/live-agent.ts';
import { notePageProcesses } from './lowdefy/note-processes.ts';

const cleanup = createCleanup();
const log = createLogger('silent');
const MINUTE = 60_000;

/** Every thread that this process starts. */
let workers: Worker[];
beforeEach(() => {
  workers = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  cleanup.add(() => process.off('worker', note));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await cleanup.run();
});

test('an expired live session releases its worker', async () => {
  const dir = tempDir(cleanup);
  let services: AreaServices | undefined;
  const spy: Area = {
    name: 'spy',
    async start(given) {
      services = given;
    },
  };
  const config = { ...(await loadConfig(dir, {})), areas: ['live' as const] };
  const tandem = await createTandem({ dir, config, env: {}, log, areas: [spy] });
  cleanup.add(() => tandem.close());
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  const agent = await connectHttp(cleanup, ports.mcp, tandem.folder.secret('mcp-key'));
  await agent.ask('ui_configure', { base_dir: join(dir, 'ui') });
  await agent.ask('ui_start');
  expect(await agent.run('return 1 + 1')).toBe(2);
  const [worker] = workers;
  if (!worker) throw new Error('Lua runs in no worker');
  const ended = once(worker, 'exit');
  const store = services?.sessions.store;
  // Its data is written behind; a late write would release it, too.
  await eventually('its history', async () => {
    const [session] = (await store?.list({ userId: 'local' }))?.sessions ?? [];
    const lines = session && (await store?.readLog({ ...session, userId: 'local' }));
    return JSON.stringify(lines)?.includes('1 + 1');
  });
  await services?.sessions.idle();
  // As another process does that sweeps the same store.
  await store?.expire({ idleSince: new Date(Date.now() + MINUTE), kinds: ['live'] });
  await vi.advanceTimersByTimeAsync((config.mcp.limits.sessionExpiryMinutes * MINUTE) / 4);
  await ended;
});

test('an engine that is unused for long ends, and is started again when needed', async () => {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir);
  writeFileSync(join(dir, 'lowdefy.yaml'), 'lowdefy: 4.0.0-rc.11\npages: [{ id: home, type: Box }]\n');
  const app = { dir, env: {}, settings: {} };
  const pool = await openEnginePool({ app, stuckMs: MINUTE, maxHeapMb: 512, log });
  cleanup.add(() => pool.close());
  const started = notePageProcesses(cleanup);
  const go = () => pool.navigate({ sessionId: 's', rev: 0, user: null, data: {} }, { pageId: 'home' });
  await go();
  const [engine, ...others] = started();
  if (!engine || others.length > 0) throw new Error('the app does not run in one process');
  const ended = once(engine, 'exit');
  vi.setSystemTime(Date.now() + 11 * MINUTE);
  await vi.advanceTimersByTimeAsync(1000);
  await ended;
  expect((await go()).page?.pageId).toBe('home');
  expect(started()).toHaveLength(2);
});
