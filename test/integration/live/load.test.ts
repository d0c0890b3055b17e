import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually, tempDir } from '../harness.ts';
import { startStdio } from '../stdio-process.ts';
import { savedIn } from './history.ts';
import { type Live, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const own = createCleanup();
afterEach(own.run);

const APP = 'App = session:prototype("App", { text = "", n = 0 })\napp = app or App:new()\n';
const FILES = { 'apps/app/app.lua': APP };
let live: Live;
beforeAll(async () => {
  live = await startLive(cleanup, 'stdio', {
    files: FILES,
    yaml: 'areas: [lowdefy, live]\nlive: { limits: { callSeconds: 2 } }\n',
  });
});
beforeEach(async () => {
  await live.start();
  await live.agent.ask('ui_display', { name: 'app' });
});

const openPages = async () =>
  ((await live.agent.ask('ui_status')).structured as { sessions: number }).sessions;

describe('a page', () => {
  test('that floods is closed before it fills the memory; others continue', async () => {
    const [bad, good] = [await live.page(), await live.page()];
    const n = await bad.create(1, 'value.n', { access: 'rw' });
    await bad.until('the value', () => bad.values.has(n));
    const seen = await good.create(1, 'value.n');
    await good.until('the value', () => good.values.has(seen));
    // Lua is busy, so that none of it can be processed.
    const busy = live.agent.call('ui_run', { code: 'while true do end' });
    for (let i = 0; i < 20_000; i++) bad.click(n, i);
    expect((await bad.closed).code).toBe(1008);
    await busy;
    await live.agent.run('app.n = -1');
    await good.until('the change', () => good.values.get(seen) === -1);
  });

  test('may send large values, up to the limit of a frame', async () => {
    const page = await live.page();
    const text = await page.create(1, 'value.text', { access: 'rw' });
    page.click(text, 'x'.repeat(3_900_000));
    await page.settle();
    expect(await live.agent.run('return #app.text')).toBe(3_900_000);
    const other = await live.page();
    page.click(text, 'y'.repeat(5_000_000));
    await page.closed;
    await other.settle();
    expect(await live.agent.run('return #app.text')).toBe(3_900_000);
  });

  test('that does not read is disconnected before it fills the memory', async () => {
    const page = await live.page();
    const text = await page.create(1, 'value.text');
    await page.until('the value', () => page.values.has(text));
    page.socket.pause();
    await eventually('the page to be let go', async () => {
      await live.agent.run('app.text = (app.n % 2 == 0 and "x" or "y"):rep(3000000) app.n = app.n + 1');
      return (await openPages()) === 0;
    });
  });

  test('receives any number of simultaneous changes', async () => {
    await live.agent.run('app.items = {} for i = 1, 2000 do app.items[i] = { n = i } end');
    const page = await live.page();
    const items = await page.create(1, 'value.items');
    await page.createAll(
      items,
      Array.from({ length: 2000 }, (_, i): [string] => [`${i}.n`]),
    );
    await page.until('all of them', () => page.values.size >= 2002);
    await live.agent.run('for i = 1, 2000 do app.items[i].n = -i end');
    await page.until('all changes', () => page.values.get(items + 2000) === -2000);
  });
});

describe('a session that ended elsewhere', () => {
  const current = () => savedIn(live.dir).find(({ status }) => status === 'open');

  test('by session_close is released at once, and the next call gets a new one and a notice', async () => {
    const page = await live.page();
    const polling = await page.create(1, 'pollingEvents()');
    const waiting = live.get('/wait?timeout=60');
    await page.until('somebody to wait', () => page.values.get(polling) === true);
    await live.agent.ask('session_close', { sessionId: current()?.sessionId });
    expect((await page.closed).code).toBe(1001);
    expect((await waiting).status).toBe(204);
    const next = await live.agent.ask('ui_run', { code: 'return mcp.value == nil' });
    expect(next.text).toBe('true');
    expect(next.note).toContain('Session "1" had ended');
  });

  test('by deletion from the disk is noticed at the next save', async () => {
    const page = await live.page();
    // Moved away at once: the server may write there meanwhile.
    renameSync(current()?.folder ?? '', join(live.dir, 'deleted'));
    const shown = await live.agent.call('ui_display', { name: 'app' });
    expect(shown).toMatchObject({ isError: true, text: expect.stringContaining('has ended') });
    expect((await page.closed).code).toBe(1001);
    expect((await live.agent.ask('ui_run', { code: 'return 1' })).note).toContain('Session "1" had ended');
  });
});

describe('if a user may have two sessions', () => {
  const yaml = 'mcp: { limits: { maxSessionsPerUser: 2 } }\n';

  test('the third is refused with advice, and the others work', async () => {
    const small = await startLive(own, 'stdio', { yaml });
    await small.start();
    expect(await small.agent.run('return mcp.sessionId', 'new')).toBe('2');
    const { text, isError } = await small.agent.call('ui_run', { code: 'return 1', sessionId: 'new' });
    expect(isError).toBe(true);
    expect(text).toMatch(/maxSessionsPerUser is 2.*ui_configure ends the live sessions/);
    expect(await small.agent.run('return mcp.sessionId', '2')).toBe('2');
    await small.configure();
    await small.agent.ask('ui_start');
    expect(await small.agent.run('return mcp.sessionId', 'new')).toBe('2');
  });

  test('a start without a session does not start halfway', async () => {
    const first = await startLive(own, 'stdio', { yaml });
    await first.start();
    await first.agent.run('return 1', 'new');
    const second = await startLive(own, 'stdio', { dir: first.dir, yaml });
    await second.agent.ask('ui_configure', { base_dir: join(first.dir, 'other') });
    expect((await second.agent.call('ui_start')).text).toContain('maxSessionsPerUser');
    expect((await second.agent.ask('ui_status')).structured).toMatchObject({ state: 'configured' });
    await first.configure();
    await second.agent.ask('ui_start');
  });
});

test.runIf(process.platform === 'linux')(
  'starting over and over leaves no thread and no file open',
  async () => {
    const round = async () => {
      await live.start();
      await live.agent.ask('ui_display', { name: 'app' });
      const page = await live.page();
      const waiting = live.get('/wait?timeout=60');
      await eventually('somebody to wait', () => live.agent.run('return mcp.pollingEvents()'));
      await live.configure();
      await Promise.all([page.closed, waiting.then((response) => response.text())]);
    };
    const count = (what: string) => readdirSync(`/proc/${live.agent.pid}/${what}`).length;
    for (let i = 0; i < 3; i++) await round();
    const before = { threads: count('task'), files: count('fd') };
    for (let i = 0; i < 8; i++) await round();
    // One or two may just be closing.
    await eventually('no more threads', () => count('task') <= before.threads + 2);
    await eventually('no more open files', () => count('fd') <= before.files + 2);
  },
);

test('a process killed in a burst of events has the first of them again, none twice and none missing between', async () => {
  const first = await startLive(own, 'stdio', { files: FILES });
  await first.start();
  for (let i = 1; i <= 60; i++) await first.agent.run(`mcp.pushState({ i = ${i} })`);
  const gone = new Promise<void>((resolve) => {
    first.agent.client.onclose = () => resolve();
  });
  process.kill(first.agent.pid, 'SIGKILL');
  await gone;
  const second = await startLive(own, 'stdio', { dir: first.dir });
  await second.start();
  const { events } = (await second.agent.ask('ui_wait', { timeout: 0 })).structured as {
    events: { i: number }[];
  };
  expect(events.map(({ i }) => i)).toEqual(events.map((_, index) => index + 1));
});

test('the process exits with its client, even with an open page, a waiter and Lua timers', async () => {
  const dir = tempDir(own);
  const server = startStdio(own, dir, 'cli');
  await server.initialize();
  await server.call('ui_configure', { base_dir: join(dir, 'ui') });
  await server.call('ui_start');
  await server.call('ui_run', {
    code: 'session:setInterval(function() mcp.pushState({ tick = true }) end, 1) session:setTimeout(function() end, 1000000)',
  });
  server.endInput();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.strayLines).toEqual([]);
  expect(server.stderr()).not.toContain('error');
});
