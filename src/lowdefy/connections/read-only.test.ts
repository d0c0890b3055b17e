import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import type { ConnectionType, Resolver, ResolverArgs } from './connection.ts';
import { createKnexConnection } from './knex-connection.ts';
import { toReadOnly } from './read-only.ts';

const log = createLogger('silent');
let dir: string;
let knex: ReturnType<typeof createKnexConnection>;
let connections: Record<string, ConnectionType>;
const seen: ResolverArgs[] = [];

function fake(meta: Resolver['meta']): Resolver {
  return Object.assign((args: ResolverArgs) => seen.push(args), { schema: {}, meta });
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-read-'));
  const setup = createKnexConnection({ dir, readOnly: false, log });
  const connection = { client: 'sqlite3', connection: 'a.db' };
  await setup.connection.requests.KnexRaw?.({ connection, request: { query: 'create table t (a)' } });
  await setup.close();
  knex = createKnexConnection({ dir, readOnly: true, log });
  seen.length = 0;
  connections = toReadOnly({
    Knex: knex.connection,
    AxiosHttp: { schema: {}, requests: { AxiosHttp: fake({ checkRead: false, checkWrite: false }) } },
    Other: {
      schema: {},
      requests: {
        Find: fake({ checkRead: true, checkWrite: false }),
        Insert: fake({ checkRead: false, checkWrite: true }),
        SendMail: fake({ checkRead: false, checkWrite: false }),
      },
    },
  });
});
afterEach(async () => {
  await knex.close();
  rmSync(dir, { recursive: true });
});

async function call(
  connection: string,
  type: string,
  request: object,
  properties: object = {},
): Promise<unknown> {
  const resolver = connections[connection]?.requests[type];
  const own = connection === 'Knex' ? { client: 'sqlite3', connection: 'a.db' } : {};
  return await resolver?.({ connection: { ...own, ...properties }, request: request as never });
}
const build = (query: unknown[], tableName?: string) => call('Knex', 'KnexBuilder', { query, tableName });

it('allows SQL that reads and refuses the rest, saying where to change that', async () => {
  expect(await call('Knex', 'KnexRaw', { query: 'select count(*) as n from t' })).toEqual([{ n: 0 }]);
  await expect(call('Knex', 'KnexRaw', { query: 'insert into t values (1)' })).rejects.toMatchObject({
    code: 'forbidden',
    message:
      'This app is read-only for agents, and its SQL starts with INSERT, and only SELECT is allowed. To let agents write, remove "readOnly: true" under mcp: in lowdefy.yaml or tandem.yaml.',
  });
});

it('makes the database refuse, too', async () => {
  const resolver = knex.connection.requests.KnexRaw;
  const args = {
    connection: { client: 'sqlite3', connection: 'a.db' },
    request: { query: 'insert into t values (1)' },
  };
  await expect(resolver?.(args)).rejects.toThrow(/readonly|read-only|query_only/i);
});

it.each<[unknown[], string?]>([
  [[{ select: ['*'] }, { where: ['a', 1] }], 't'],
  [[{ first: ['a'] }], 't'],
  [[{ pluck: ['a'] }], 't'],
  [[{ count: ['*'] }], 't'],
  [[{ raw: ['select 1'] }]],
  [[{ with: ['x', ['a']] }, { from: ['t'] }].slice(1)],
])('lets a chain read: %j', async (query, table) => {
  await expect(build(query, table)).resolves.not.toThrow();
});

it.each<[unknown[], string?]>([
  [[{ insert: [{ a: 1 }] }], 't'],
  [[{ where: ['a', 1] }, { update: [{ a: 2 }] }], 't'],
  [[{ where: ['a', 1] }, { del: [] }], 't'],
  [[{ delete: [] }], 't'],
  [[{ truncate: [] }], 't'],
  [[{ increment: ['a', 1] }], 't'],
  [[{ columnInfo: [] }], 't'],
  [[{ insert: [{ a: 1 }] }, { onConflict: ['a'] }, { merge: [] }], 't'],
  [[{ raw: ['delete from t'] }]],
  [[{ batchInsert: ['t', [{ a: 1 }]] }]],
])('refuses a chain that writes: %j', async (query, table) => {
  await expect(build(query, table)).rejects.toThrow('read-only for agents');
  expect(await call('Knex', 'KnexRaw', { query: 'select count(*) as n from t' })).toEqual([{ n: 0 }]);
});

it.each([
  [{}, {}, true],
  [{ method: 'get' }, { method: 'post' }, true],
  [{ method: 'head' }, {}, true],
  [{ method: 'post' }, {}, false],
  [{ method: 'delete' }, { method: 'get' }, false],
  [{}, { method: 'put' }, false],
  [{ method: 'options' }, {}, false],
])('HTTP: %j on %j', async (request, properties, allowed) => {
  const result = call('AxiosHttp', 'AxiosHttp', request, properties);
  if (allowed) await expect(result).resolves.toBe(1);
  else await expect(result).rejects.toThrow('only GET and HEAD are allowed');
});

it('relies on the marks of other connections, and passes them on', async () => {
  await call('Other', 'Find', {}, { write: true });
  expect(seen[0]?.connection).toEqual({ write: false });
  await expect(call('Other', 'Insert', {})).rejects.toThrow('requests of the type Insert write');
  await expect(call('Other', 'SendMail', {})).rejects.toThrow('Tandem cannot tell whether requests');
  expect(seen).toHaveLength(1);
});
