import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { createCleanup, eventually, serve, tempDir } from '../harness.ts';
import { openCalls } from './flights.ts';
import { payments, writePayTool } from './pay-tool.ts';

const cleanup = createCleanup();
afterEach(async () => {
  vi.useRealTimers();
  await cleanup.run();
});

const script = fileURLToPath(new URL('hold-call.mjs', import.meta.url));

test('a process that dies in a step is followed by another one of the folder within 30 seconds', async () => {
  // Nothing of the server happens by itself: it finds the call when the clock says so.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const dir = tempDir(cleanup);
  writePayTool(dir);
  const served = await serve(cleanup, dir);
  await served.tandem.start();
  const child = spawn(process.execPath, [script, dir, 'linger', '{"id":"a"}'], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  await eventually('the step', () => payments(dir).includes('begun a'));
  child.kill('SIGKILL');
  await ended;
  payments(dir, 'gate a');
  const [call] = await openCalls(cleanup, dir).calls.listActive({
    userId: 'local',
    kind: 'agent',
    name: 'x',
  });
  expect(call?.status).toBe('running');
  await vi.advanceTimersByTimeAsync(30_000);
  const { calls } = openCalls(cleanup, dir);
  const done = await eventually('the end', async () => {
    const found = await calls.get({ userId: 'local', kind: 'agent', name: 'x' }, String(call?.id));
    return found?.ending;
  });
  expect(done).toMatchObject({ op: 'completed', value: 'a is done' });
  expect(payments(dir)).toEqual(['begun a', 'gate a', 'begun a']);
});
