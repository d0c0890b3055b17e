import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually } from '../harness.ts';
import { type Live, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const APP = `Shop = session:prototype("Shop", { title = "shop", _hidden = 1 })
shop = Shop:new()
`;
let live: Live;
beforeAll(async () => {
  live = await startLive(cleanup, 'stdio', { files: { 'apps/shop/app.lua': APP } });
});
beforeEach(async () => {
  await live.start();
  await live.agent.ask('ui_display', { name: 'shop' });
});

const push = (event: string) => live.agent.run(`mcp.pushState({ event = "${event}" })`);
const polled = () => eventually('somebody to wait', () => live.agent.run('return mcp.pollingEvents()'));
const notPolled = () =>
  eventually('nobody to wait', async () => (await live.agent.run('return mcp.pollingEvents()')) === false);
const json = async (response: Response | Promise<Response>) => (await response).json() as Promise<unknown>;

describe('/state and /variables', () => {
  test('show the app, with the queued events', async () => {
    expect(await json(live.get('/state'))).toEqual({ type: 'Shop', title: 'shop' });
    await push('a');
    expect(await json(live.get('/state'))).toEqual({
      type: 'Shop',
      title: 'shop',
      _events: [{ event: 'a' }],
    });
    // Reading takes nothing.
    expect(await json(live.get('/wait?timeout=0'))).toEqual([{ event: 'a' }]);
  });

  test('list the variables, parents first', async () => {
    const page = await live.page();
    const title = await page.create(1, 'value.title');
    await page.until('the title', () => page.values.has(title));
    const variables = (await json(live.get('/variables'))) as Record<string, unknown>[];
    expect(variables[0]).toMatchObject({ id: 1, parentId: 0, type: 'MCP', properties: { type: 'MCP' } });
    expect(variables[0]?.childIds).toHaveLength(1);
    expect(variables[1]).toMatchObject({ parentId: 1, path: 'value.title', value: 'shop', childIds: [] });
  });

  test('select another session with ?session=, and return 404 for an unknown one', async () => {
    await live.agent.run('mcp.value = { n = 2 }', 'new');
    expect(await json(live.get('/state?session=2'))).toEqual({ n: 2 });
    for (const path of ['/state', '/variables', '/wait'])
      for (const session of ['9', 'new', 'sess_nothing', '..', '%00']) {
        const response = await live.get(`${path}?session=${session}`);
        expect(response.status, `${path} ${session}`).toBe(404);
      }
    expect(await json(live.get('/wait?session=9'))).toMatchObject({
      code: 'not_found',
      error: expect.stringMatching(/^Live session "9" not found\..*Yours: .*1/),
    });
  });

  test('require the token, and accept none from a browser', async () => {
    const port = live.file('mcp-port');
    for (const path of ['/state', '/variables', '/wait?timeout=0']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(401);
      expect((await live.get(path, { headers: { Authorization: 'Bearer wrong' } })).status, path).toBe(401);
      expect((await live.get(path, { headers: { Origin: 'http://evil.example' } })).status, path).toBe(403);
    }
  });

  test('do not exist before the start', async () => {
    await live.configure();
    for (const path of ['/state', '/variables', '/wait']) {
      const response = await live.get(path);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^Server not started\./) });
    }
  });
});

describe('/wait', () => {
  test('returns all queued events at once, and only once', async () => {
    await push('a');
    await push('b');
    const response = await live.get('/wait?timeout=60');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual([{ event: 'a' }, { event: 'b' }]);
    expect((await live.get('/wait?timeout=0')).status).toBe(204);
  });

  test('waits for the next event', async () => {
    const waiting = live.get('/wait?timeout=60');
    await polled();
    await push('a');
    expect(await json(waiting)).toEqual([{ event: 'a' }]);
  });

  test('returns 204 without content on timeout', async () => {
    const response = await live.get('/wait?timeout=1');
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
  });

  test.each(['-1', 'x', '1e3', '0x10', 'Infinity', '', '%20', '1;2'])(
    'refuses timeout=%s',
    async (timeout) => {
      const response = await live.get(`/wait?timeout=${timeout}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: expect.stringContaining('timeout is a number of seconds'),
      });
    },
  );

  test('gives the event to one of two waiters, and the next to the other', async () => {
    const [first, second] = [live.get('/wait?timeout=60'), live.agent.ask('ui_wait', { timeout: 60 })];
    const events = [
      json(first),
      second.then(({ structured }) => (structured as { events: unknown[] }).events),
    ];
    await polled();
    await push('a');
    const quick = await Promise.race(events.map(async (one, index) => ({ index, events: await one })));
    expect(quick.events).toEqual([{ event: 'a' }]);
    await push('b');
    expect(await events[1 - quick.index]).toEqual([{ event: 'b' }]);
  });

  test('shares its queue with ui_wait', async () => {
    await push('a');
    expect(await live.agent.ask('ui_wait')).toMatchObject({
      text: '[{"event":"a"}]',
      structured: { events: [{ event: 'a' }] },
    });
    expect((await live.get('/wait?timeout=0')).status).toBe(204);
    expect(await live.agent.ask('ui_wait', { timeout: 0 })).toMatchObject({
      text: '[]',
      structured: { events: [] },
    });
  });

  test('a client that disconnects takes nothing with it', async () => {
    const gone = new AbortController();
    const waiting = live.get('/wait?timeout=60', { signal: gone.signal });
    const refused = expect(waiting).rejects.toThrow();
    await polled();
    gone.abort();
    await refused;
    await notPolled();
    await push('a');
    expect(await json(live.get('/wait?timeout=0'))).toEqual([{ event: 'a' }]);
  });

  test('does not wait for busy Lua: taken events would be lost with a client that disconnects', async () => {
    await push('a');
    const busy = live.agent.call('ui_run', { code: 'while true do end' }).then(() => 'Lua');
    const answered = json(live.get('/wait?timeout=60'));
    expect(await Promise.race([answered, busy])).toEqual([{ event: 'a' }]);
    await live.configure();
    await busy;
  });

  test('a cancelled ui_wait takes nothing with it', async () => {
    const gone = new AbortController();
    const waiting = live.agent.client.callTool(
      { name: 'ui_wait', arguments: { timeout: 60 } },
      { signal: gone.signal },
    );
    const refused = expect(waiting).rejects.toThrow();
    await polled();
    gone.abort();
    await refused;
    await notPolled();
    await push('a');
    expect(await json(live.get('/wait?timeout=0'))).toEqual([{ event: 'a' }]);
  });

  test('a page sees that somebody is waiting, and that the queue was read', async () => {
    const page = await live.page();
    const polling = await page.create(1, 'pollingEvents()');
    await page.until('that nobody waits', () => page.values.get(polling) === false);
    const waiting = live.get('/wait?timeout=60');
    await page.until('that somebody waits', () => page.values.get(polling) === true);
    await push('a');
    expect(await json(waiting)).toEqual([{ event: 'a' }]);
    await page.until('that nobody waits', () => page.values.get(polling) === false);
  });

  test('too many unread events do not fill the memory, and the agent is notified once', async () => {
    // In parts, so that no call comes near its time limit on a busy machine.
    for (let part = 0; part < 20; part++)
      await live.agent.run('for i = 1, 10000 do mcp.pushState({ i = i }) end');
    const { note } = await live.agent.ask('ui_run', {
      code: 'for i = 1, 5 do mcp.pushState({ i = "last" }) end',
    });
    expect(note.match(/dropped/g) ?? []).toHaveLength(1);
    const events = (await json(live.get('/wait?timeout=0'))) as { i: unknown }[];
    expect(events.length).toBeLessThanOrEqual(10_000);
    expect(events.at(-1)).toEqual({ i: 'last' });
  });

  test('large events do not fill the memory either', async () => {
    for (let i = 1; i <= 15; i++)
      await live.agent.run(`mcp.pushState({ i = ${i}, text = ("x"):rep(1000000) })`);
    const events = (await json(live.get('/wait?timeout=0'))) as { i: unknown }[];
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events).length).toBeLessThan(9_000_000);
    expect(events.at(-1)).toMatchObject({ i: 15 });
  });
});

describe('the scripts in the folder', () => {
  beforeEach(() => live.agent.ask('ui_install'));

  /** A script of ours as a person starts it. */
  function start(name: string, args: string[] = [], env: Record<string, string> = {}) {
    const child = spawn(join(live.base, name), args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'pipe',
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    cleanup.add(() => child.kill('SIGKILL'));
    const ended = once(child, 'close').then(([code]) => ({ code: Number(code), stdout, stderr }));
    return { ended, stdout: () => stdout, child };
  }

  test('state and variables print JSON', async () => {
    const state = await start('state').ended;
    expect(state).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(state.stdout)).toEqual({ type: 'Shop', title: 'shop' });
    const variables = await start('variables').ended;
    expect(JSON.parse(variables.stdout)).toMatchObject([{ id: 1, parentId: 0 }]);
    await live.agent.run('mcp.value = { n = 2 }', 'new');
    expect(JSON.parse((await start('state', ['2']).ended).stdout)).toEqual({ n: 2 });
    const wrong = await start('state', ['9']).ended;
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('404');
  });

  test('event prints events as one line, and exits', async () => {
    const script = start('event');
    await polled();
    await live.agent.run(
      'mcp.pushState({ event = "a", text = "two\\nlines" }) mcp.pushState({ event = "b" })',
    );
    const { code, stdout, stderr } = await script.ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual([{ event: 'a', text: 'two\nlines' }, { event: 'b' }]);
  });

  test('event -f continues, and exits when the folder is configured again', async () => {
    const script = start('event', ['-f']);
    await polled();
    await push('a');
    await eventually('the first line', () => script.stdout().includes('"a"'));
    await push('b');
    await eventually('the second line', () => script.stdout().includes('"b"'));
    await polled();
    await live.configure();
    await eventually('the last line', () => script.stdout().includes('server_reconfigured'));
    expect((await script.ended).stderr).toContain('Server not started');
  });

  test('event -t exits with nothing', async () => {
    expect(await start('event', ['-t', '1']).ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('say what is missing', async () => {
    const token = join(live.base, 'ui-token');
    const kept = readFileSync(token, 'utf8');
    writeFileSync(token, 'wrong\n');
    expect((await start('state').ended).stderr).toContain('401');
    expect(await start('state', [], { TANDEM_TOKEN: kept.trim() }).ended).toMatchObject({ code: 0 });
    rmSync(token);
    expect((await start('event').ended).stderr).toContain('no token');
    rmSync(join(live.base, 'mcp-port'));
    for (const name of ['event', 'state', 'variables'])
      expect(await start(name).ended).toMatchObject({ code: 1, stderr: expect.stringContaining('ui_start') });
  });
});
