import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, type PostgresServer, startPostgres } from '../../contract/postgres-server.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { asPerson, call, connectAgent } from './mounted-server.ts';
import { type RunningExample, runLowdefyExample } from './run-example.ts';

const cleanup = createCleanup();
const SESSIONS = 6;

/** A database of its own, whose connections can be counted while other tests use the same server. */
async function createDatabase(url: string): Promise<string> {
  const admin = new pg.Client(url);
  await admin.connect();
  cleanup.add(() => admin.end());
  const name = `bakery_${process.pid}`;
  await admin.query(`create database ${name}`);
  cleanup.add(() => admin.query(`drop database ${name} with (force)`));
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

describe.skipIf(!hasPostgres)('in the server of a Lowdefy app, with a pool of two connections', () => {
  let dir: string;
  let server: RunningExample;
  let database: pg.Client;

  beforeAll(async () => {
    const postgres: PostgresServer = await startPostgres();
    cleanup.add(() => postgres.stop());
    const url = await createDatabase(postgres.url);
    database = new pg.Client(url);
    await database.connect();
    cleanup.add(() => database.end());
    dir = tempDir(cleanup);
    server = await runLowdefyExample(dir, { DATABASE_URL: url });
    cleanup.add(() => server.stop());
  });
  afterAll(cleanup.run);

  /** Who is connected to the database, besides this test. */
  async function connections(): Promise<string[]> {
    const { rows } = await database.query<{ application_name: string }>(
      `select application_name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map((row) => row.application_name);
  }

  async function open(agent: Client, name: string): Promise<string> {
    const { text } = await call(agent, 'session_create', { name });
    const { sessionId } = JSON.parse(text) as { sessionId: string };
    await call(agent, 'navigate', { sessionId, pageId: 'orders' });
    return sessionId;
  }

  function order(agent: Client, sessionId: string, cake: string) {
    return call(agent, 'interact', {
      sessionId,
      actions: [
        { type: 'setValue', blockId: 'cake', value: cake },
        { type: 'setValue', blockId: 'pieces', value: 2 },
        { type: 'triggerEvent', blockId: 'order', event: 'onClick' },
      ],
    });
  }

  test('requests of all sessions run on that pool, as the user whom the server knows', async () => {
    const [ada, bob] = await Promise.all(['ada', 'bob'].map((user) => connectAgent(cleanup, server, user)));
    if (!ada || !bob) throw new Error('not connected');
    const work = Array.from({ length: SESSIONS }, async (_, i) => {
      const agent = i % 2 === 0 ? ada : bob;
      return order(agent, await open(agent, `Session ${i}`), `cake-${i}`);
    });
    for (const { text, isError } of await Promise.all(work)) expect(isError, text).toBe(false);

    const { rows } = await database.query('select customer, cake from orders order by cake');
    expect(rows).toEqual(
      Array.from({ length: SESSIONS }, (_, i) => ({
        customer: i % 2 === 0 ? 'ada' : 'bob',
        cake: `cake-${i}`,
      })),
    );
    const connected = await connections();
    expect(new Set(connected)).toEqual(new Set(['bakery']));
    expect(connected.length).toBeLessThanOrEqual(2);

    const { text } = await call(bob, 'navigate', { sessionId: await open(bob, 'Last'), pageId: 'orders' });
    expect(text).toContain('2 × cake-5');
    expect(text).not.toContain('cake-4');
  });

  test('a person sees the session, and the server serves its own pages next to it', async () => {
    const agent = await connectAgent(cleanup, server, 'ada');
    const sessionId = await open(agent, 'Watched');
    await order(agent, sessionId, 'opera');
    const seen = (user: string) => asPerson(server, user).listen(`/ws/apps/${sessionId}`);
    expect(await seen('ada')).toContain('2 × opera');
    expect(await seen('bob')).toBe('404');
    const own = await fetch(`${server.origin}/api/request/orders/list`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: 'user=ada' },
      body: '{}',
    });
    expect(await own.text()).toContain('opera');
  });

  test('the app is not built a second time', () => {
    const builds = readdirSync(join(dir, '.lowdefy'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(^|\/)types\.json$/.test(path),
    );
    expect(builds).toEqual(['server/build/types.json']);
  });
});
