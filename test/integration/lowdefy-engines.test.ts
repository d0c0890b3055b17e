import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/lib/logger.ts';
import { openEnginePool } from '../../src/lowdefy/runner/engine-pool.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { notePageProcesses } from './lowdefy/note-processes.ts';
import { processesOf } from './stdio-process.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

/** A pattern that takes practically forever on many letters without an end. */
const APP = `
lowdefy: 4.0.0-rc.11
connections:
  - id: notes
    type: Knex
    properties: { client: better-sqlite3, connection: { filename: notes.db }, useNullAsDefault: true }
pages:
  - id: home
    type: Box
    requests:
      - id: add
        type: KnexRaw
        connectionId: notes
        payload: { text: { _state: text } }
        properties: { query: 'insert into notes (text) values (:text)', parameters: { text: { _payload: text } } }
    blocks:
      - { id: text, type: TextInput }
      - id: told
        type: Paragraph
        properties:
          content:
            _if:
              test: { _regex: { pattern: '^(a+)+$', on: { _if_none: [{ _state: text }, ''] } } }
              then: only letters a
              else: other letters
      - id: add_button
        type: Button
        events: { onClick: [{ id: add, type: Request, params: add }] }
`;
const IN_MEMORY = APP.replace('notes.db', "':memory:'").replace(
  '    blocks:\n',
  `      - { id: make, type: KnexRaw, connectionId: notes, properties: { query: 'create table notes (text text)' } }
      - { id: count, type: KnexRaw, connectionId: notes, properties: { query: 'select count(*) as n from notes' } }
    blocks:
      - { id: count_button, type: Button, events: { onClick: [{ id: c, type: Request, params: count }] } }
      - { id: make_button, type: Button, events: { onClick: [{ id: m, type: Request, params: make }] } }
`,
);
const SPIN = `${'a'.repeat(64)}!`;

let user: McpUser;
let server: StdioClientTransport;
let dir: string;
beforeAll(async () => {
  dir = makeApp('threads', APP);
  const db = new Database(join(dir, 'notes.db'));
  db.exec('create table notes (id integer primary key, text text)');
  db.close();
  // What spins here is ended by the test, when the others have shown that they can do without it.
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { limits: { appBusySeconds: 600 } }\n');
  user = await connect(cleanup, dir);
  server = user.client.transport as StdioClientTransport;
});

function makeApp(name: string, text: string): string {
  const made = join(tempDir(cleanup), name);
  mkdirSync(made);
  writeFileSync(join(made, 'lowdefy.yaml'), text);
  return made;
}

async function open(): Promise<string> {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  await user.call('navigate', { sessionId, pageId: 'home' });
  return sessionId;
}

const fill = (sessionId: string, value: string) =>
  user.call('interact', { sessionId, actions: [{ type: 'setValue', blockId: 'text', value }] });

async function textOf(sessionId: string): Promise<unknown> {
  const { texts } = await user.call('get_state', { sessionId });
  return JSON.parse(texts[0] ?? '').state.text;
}

test('endless app code costs its caller the call, and affects nobody else', async () => {
  const [spinning, other] = [await open(), await open()];
  await fill(spinning, 'before');
  await fill(other, 'before');
  const pages = () => processesOf(server.pid ?? 0).filter(({ job }) => job === 'page');
  const [home, ...more] = pages();
  expect(more).toEqual([]);
  const answered: string[] = [];
  const stopped = fill(spinning, SPIN).finally(() => answered.push('spinning'));
  // In memory in the same engine: another one takes it over.
  const went = await fill(other, 'meanwhile').finally(() => answered.push('other'));
  expect(went.log()).toMatchObject([{ action: 'setValue', success: true }]);
  expect(answered).toEqual(['other']);
  process.kill(Number(home?.pid), 'SIGKILL');
  const { isError, texts } = await stopped;
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining('Nothing of this call was saved')]);
  // Both continue, each from its last result.
  expect([await textOf(spinning), await textOf(other)]).toEqual(['before', 'meanwhile']);
  const after = await fill(spinning, 'aaa');
  expect(after.log()).toMatchObject([{ success: true }]);
  expect(after.texts[0]).toContain('only letters a');
});

test('an app with an in-memory database has one, whichever session asks', async () => {
  const own = makeApp('memory', IN_MEMORY);
  const memory = await connect(cleanup, own);
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { structured } = await memory.call('session_create', { name: 'test' });
      const { sessionId } = structured as { sessionId: string };
      await memory.call('navigate', { sessionId, pageId: 'home' });
      return sessionId;
    }),
  );
  const click = (sessionId: string, blockId: string) =>
    memory.call('interact', { sessionId, actions: [{ type: 'triggerEvent', blockId, event: 'onClick' }] });
  await click(ids[0] ?? '', 'make_button');
  await Promise.all(ids.map((id) => click(id, 'add_button')));
  const counted = await Promise.all(ids.map((id) => click(id, 'count_button')));
  for (const { log } of counted)
    expect(log()[0]).toMatchObject({ requestResults: [{ success: true, response: [{ n: 4 }] }] });
});

test.each([
  ['in memory gets one engine, however many call at once', IN_MEMORY, 1],
  ['in a file gets a second', APP, 2],
])('an app with its database %s', async (_, text, most) => {
  const log = createLogger('silent');
  const app = { dir: makeApp('pool', text), env: {}, settings: {} };
  const pool = await openEnginePool({ app, stuckMs: 10_000, maxHeapMb: 512, size: 2, log });
  cleanup.add(() => pool.close());
  const started = notePageProcesses(cleanup);
  const ref = (sessionId: string) => ({ sessionId, rev: 0, user: null, data: {} });
  const sessions = Array.from({ length: 6 }, (_, i) => `session ${i}`);
  await Promise.all(sessions.map((id) => pool.navigate(ref(id), { pageId: 'home' })));
  expect(started()).toHaveLength(most);
});

test('a call that waits for an engine is notified when its app is closed', async () => {
  const app = { dir: makeApp('closing', APP), env: {}, settings: {} };
  const pool = await openEnginePool({ app, stuckMs: 60_000, maxHeapMb: 512, log: createLogger('silent') });
  const go = () => pool.navigate({ sessionId: 'a', rev: 0, user: null, data: {} }, { pageId: 'home' });
  const waiting = go().catch((error: unknown) => error);
  await pool.close();
  expect(await waiting).toMatchObject({ code: 'ended', message: 'The app has been closed.' });
  await expect(go()).rejects.toMatchObject({ code: 'ended' });
});

test('many concurrent sessions write to the same database through several engines, and nothing is lost', async () => {
  const sessions = await Promise.all(Array.from({ length: 8 }, open));
  const rounds = [0, 1, 2, 3, 4];
  const logs = await Promise.all(
    sessions.map(async (sessionId, i) => {
      const seen: unknown[] = [];
      for (const round of rounds) {
        const actions = [
          { type: 'setValue', blockId: 'text', value: `note ${i} ${round}` },
          { type: 'triggerEvent', blockId: 'add_button', event: 'onClick' },
        ];
        seen.push(...(await user.call('interact', { sessionId, actions, view: 'none' })).log());
      }
      return seen;
    }),
  );
  for (const log of logs) expect(log).toEqual(log.map(() => expect.objectContaining({ success: true })));
  const db = new Database(join(dir, 'notes.db'));
  cleanup.add(() => db.close());
  const rows = db.prepare('select text from notes').all() as { text: string }[];
  const expected = sessions.flatMap((_, i) => rounds.map((round) => `note ${i} ${round}`));
  expect(rows.map(({ text }) => text).sort()).toEqual(expected.sort());
  for (const [i, sessionId] of sessions.entries()) expect(await textOf(sessionId)).toBe(`note ${i} 4`);
});
