import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { childrenOf, commandOf, processesOf, type StdioProcess, startStdio } from './stdio-process.ts';

/* Code that no thread can be made to leave: a query that SQLite computes forever, in native code. */

const cleanup = createCleanup();
afterEach(cleanup.run);
const record = recordAttacks('Code that never ends');

const APP = `lowdefy: 4.0.0-rc.11
connections:
  - { id: db, type: Knex, properties: { client: better-sqlite3, connection: { filename: data.db }, useNullAsDefault: true } }
pages:
  - id: home
    type: Box
    requests:
      - { id: one, type: KnexRaw, connectionId: db, properties: { query: select 1 as one } }
      - id: endless
        type: KnexRaw
        connectionId: db
        properties: { query: 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n' }
    blocks:
      - { id: text, type: TextInput }
      - { id: told, type: Paragraph, properties: { content: { _regex: { pattern: '^(a+)+$', on: { _if_none: [{ _state: text }, ''] } } } } }
      - { id: ask, type: Button, events: { onClick: [{ id: one, type: Request, params: one }] } }
      - { id: spin, type: Button, events: { onClick: [{ id: endless, type: Request, params: endless }] } }
`;

const fill = (value: string) => ({ type: 'setValue', blockId: 'text', value });
const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

async function start(appBusySeconds: number): Promise<StdioProcess> {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir);
  writeFileSync(join(dir, 'lowdefy.yaml'), APP);
  writeFileSync(join(dir, 'tandem.yaml'), JSON.stringify({ mcp: { limits: { appBusySeconds } } }));
  const server = startStdio(cleanup, dir, 'cli');
  await server.initialize();
  return server;
}

/** A session whose field was filled and saved. */
async function open(server: StdioProcess) {
  const call = async (name: string, args: object) => {
    const { result } = await server.call(name, { ...args });
    const texts = (result?.content ?? []).map(({ text }) => text ?? '');
    return { texts, isError: result?.isError === true, structured: result?.structuredContent };
  };
  const { structured } = await call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  await call('navigate', { sessionId, pageId: 'home' });
  const act = (...actions: object[]) => call('interact', { sessionId, actions, view: 'none' });
  await act(fill('kept'));
  const text = async () => JSON.parse((await call('get_state', { sessionId })).texts[0] ?? '').state.text;
  return { act, text };
}

test.each([
  ['a query that never ends', [fill('lost'), click('spin')]],
  ['a pattern that never ends', [fill(`${'a'.repeat(64)}!`)]],
])('%s is killed, and everybody goes on', async (what, actions) => {
  const server = await start(2);
  const [spinning, other] = [await open(server), await open(server)];
  expect((await spinning.act(click('ask'))).isError).toBe(false);
  const before = processesOf(server.pid).map(({ pid }) => pid);
  const stopped = await spinning.act(...actions);
  expect(stopped.isError).toBe(true);
  record(`run ${what}`, 'interact', stopped.texts[0] ?? '');
  for (const { act, text } of [spinning, other]) {
    expect(await text()).toBe('kept');
    const { isError, texts } = await act(fill('after'), click('ask'));
    expect([isError, texts.at(-1)]).toEqual([false, expect.stringContaining('"one":1')]);
  }
  // What spun is gone, in whatever code it was.
  const [page = '', requests = ''] = before;
  expect([commandOf(page), commandOf(requests)]).toEqual(['', '']);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s during an endless query leaves nothing behind',
  async (signal) => {
    const server = await start(600);
    const [spinning, other] = [await open(server), await open(server)];
    void spinning.act(fill('lost'), click('spin')).catch(() => {});
    const all = await eventually('the process of requests', () => {
      const found = processesOf(server.pid);
      return found.some(({ job }) => job === 'request') ? found : undefined;
    });
    expect((await other.act(fill('saved'))).isError).toBe(false);
    server.kill(signal);
    await server.exited;
    await eventually('the end of its processes', () => all.every(({ pid }) => commandOf(pid) === ''));
  },
);

test('the shell that ends what a killed server leaves is replaced when it is gone', async () => {
  const server = await start(2);
  const spinning = await open(server);
  const shell = () =>
    childrenOf(server.pid)
      .split(' ')
      .find((pid) => commandOf(pid).startsWith('/bin/sh'));
  const first = shell() ?? '';
  process.kill(Number(first), 'SIGKILL');
  await eventually('the end of the shell', () => commandOf(first) === '');
  expect((await spinning.act(click('spin'))).isError).toBe(true);
  expect(await spinning.text()).toBe('kept');
  expect([undefined, first]).not.toContain(shell());
  void spinning.act(fill('lost'), click('spin')).catch(() => {});
  const all = await eventually('the process of requests', () => {
    const found = processesOf(server.pid);
    return found.some(({ job }) => job === 'request') ? found : undefined;
  });
  server.kill('SIGKILL');
  await server.exited;
  await eventually('the end of its processes', () => all.every(({ pid }) => commandOf(pid) === ''));
});
