import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { createKnexConnection } from './knex-connection.ts';

const log = createLogger('silent');
let dir: string;
let knex: ReturnType<typeof createKnexConnection>;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-knex-'));
  knex = createKnexConnection({ dir, readOnly: false, log });
});
afterEach(async () => {
  await knex.close();
  rmSync(dir, { recursive: true });
});

const sqlite = (client = 'sqlite3') => ({ client, connection: { filename: './a.db' } });

async function run(
  type: 'KnexRaw' | 'KnexBuilder',
  request: object,
  connection: object = sqlite(),
): Promise<unknown> {
  const resolver = knex.connection.requests[type];
  return await resolver?.({ connection: connection as never, request: request as never });
}
const raw = (query: string, parameters?: unknown, connection?: object) =>
  run('KnexRaw', parameters === undefined ? { query } : { query, parameters }, connection);
function openDatabases(): number {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.endsWith('/a.db')).length;
}

const build = (query: unknown[], tableName?: unknown) => run('KnexBuilder', { query, tableName });

describe('SQLite', () => {
  it.each(['begin immediate', 'begin exclusive'])(
    'waits after "%s" of another program, which then sees what was written',
    async (lock) => {
      await raw('create table t (n integer)');
      const other = new Database(join(dir, 'a.db'));
      other.exec(lock);
      const written = [raw('insert into t values (1)'), raw('insert into t values (2) returning n')];
      const read = raw('select * from t');
      // Only a process that keeps running can end what the statements wait for.
      await new Promise((resolve) => setTimeout(resolve, 200));
      other.exec('commit');
      await Promise.all(written);
      expect(await read).toEqual([{ n: 1 }, { n: 2 }]);
      expect(other.prepare('select * from t').all()).toEqual([{ n: 1 }, { n: 2 }]);
      other.exec('insert into t values (3)');
      other.close();
    },
  );

  it('waits for readers before it writes', async () => {
    await raw('create table t (n integer)');
    const other = new Database(join(dir, 'a.db'));
    other.exec('begin; select * from t');
    const written = raw('insert into t values (1)');
    await new Promise((resolve) => setTimeout(resolve, 200));
    other.exec('commit');
    await written;
    expect(other.prepare('select * from t').all()).toEqual([{ n: 1 }]);
    other.close();
  });

  it.runIf(process.platform === 'linux')('lies in the folder of the app and is opened once', async () => {
    await raw('create table t (id integer primary key, n text)');
    expect(existsSync(join(dir, 'a.db'))).toBe(true);
    for (let i = 0; i < 200; i++) await raw('select * from t where n = ?', [`n${i}`]);
    // The order of properties does not matter.
    await raw('select 1', undefined, { connection: { filename: './a.db' }, client: 'sqlite3' });
    expect(knex.pools()).toBe(1);
    expect(openDatabases()).toBe(1);
    await knex.close();
    expect(knex.pools()).toBe(0);
    // The driver releases the file when its statements are garbage-collected.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await vi.waitFor(() => {
      collect();
      expect(openDatabases()).toBe(0);
    }, 60_000);
    await expect(raw('select 1')).rejects.toThrow('closed');
  });

  it('keeps big integers, bytes, dates and booleans', async () => {
    await raw('create table t (big integer, bytes blob, at integer, yes integer)');
    await raw('insert into t values (9007199254740993, ?, ?, ?)', [Buffer.from('hi'), new Date(5), true]);
    expect(await raw('select * from t')).toEqual([{ big: '9007199254740993', bytes: 'aGk=', at: 5, yes: 1 }]);
  });

  it('returns what the stock connection returns, for each client name', async () => {
    expect(await raw('create table t (a)')).toEqual([]);
    expect(await raw('insert into t values (1)')).toEqual([]);
    expect(await raw('insert into t values (2) returning a')).toEqual([{ a: 2 }]);
    expect(await raw('select * from t where a = :a', { a: 2 }, sqlite('libsql'))).toEqual([{ a: 2 }]);
    expect(await raw('delete from t', undefined, sqlite('better-sqlite3'))).toMatchObject({ changes: 2 });
    expect(await raw('select 1 as x', undefined, { client: 'sqlite3', connection: 'a.db' })).toEqual([
      { x: 1 },
    ]);
  });

  it("fails with the database's own message", async () => {
    await expect(raw('select secret_column from nope where a = ?', ['value'])).rejects.toThrow(
      /^no such table: nope$/,
    );
    await expect(build([{ select: ['*'] }], 'nope')).rejects.toThrow(/^no such table: nope$/);
  });
});

describe('KnexBuilder', () => {
  beforeEach(async () => {
    await raw('create table t (id integer primary key, n text, c integer)');
  });

  it('runs chains', async () => {
    expect(await build([{ insert: [[{ n: 'a', c: 1 }, { n: 'b' }]] }], 't')).toEqual([2]);
    expect(await build([{ select: ['n', 'c'] }, { where: ['c', '=', 1] }], 't')).toEqual([{ n: 'a', c: 1 }]);
    expect(
      await build([{ select: ['x.n'] }, { orderBy: ['x.id', 'desc'] }, { first: [] }], { x: 't' }),
    ).toEqual({ n: 'b' });
    expect(await build([{ select: ['n'] }, { from: ['t'] }, { limit: [1] }])).toEqual([{ n: 'a' }]);
    expect(await build([{ where: [{ n: 'a' }] }, { update: [{ c: 7 }] }], 't')).toBe(1);
    expect(await build([{ raw: ['select max(c) as c from t'] }])).toEqual([{ c: 7 }]);
    expect(await build([{ batchInsert: ['t', [{ n: 'x' }, { n: 'y' }]] }])).toEqual([4]);
    expect(await build([{ count: ['* as k'] }], 't')).toEqual([{ k: 4 }]);
  });

  it.each([
    [[{ select: ['n'], where: [] }], 'one method'],
    [[{ select: 'n' }], 'The arguments of the method "select" must be a list, not "n".'],
    [[{ selec: [] }], 'The query builder has no method "selec".'],
    [[{ destroy: [] }], 'no method "destroy"'],
    [[Object.fromEntries([['then', []]])], 'no method "then"'],
    [[{ hasOwnProperty: ['a'] }], 'no method'],
    [[{ transaction: [] }], 'no method'],
    [[], 'The query is empty'],
  ])('refuses %j', async (query, message) => {
    await expect(build(query)).rejects.toThrow(message);
    expect(await raw('select 1 as x')).toEqual([{ x: 1 }]);
  });
});

describe('other databases', () => {
  it('need a driver in the app', async () => {
    const pg = { client: 'pg', connection: 'postgres://u:p@127.0.0.1:1/x' };
    await expect(raw('select 1', undefined, pg)).rejects.toThrow(
      `needs the package pg. Install it: run "npm install pg" in ${dir}.`,
    );
    await expect(raw('select 1', undefined, { ...pg, client: 'mssql' })).rejects.toThrow(
      'needs the package tedious',
    );
    await expect(raw('select 1', undefined, { ...pg, client: 'oracle' })).rejects.toThrow(
      'Unknown client "oracle"',
    );
  });

  it("use the app's driver", async () => {
    const folder = join(dir, 'node_modules/pg');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'index.js'),
      `exports.Client = class {
        on() {}
        async connect() {}
        query(query, values, done) {
          if (typeof query === 'string') (done ?? values)(null, { rows: [{ version: 'PostgreSQL 16' }] });
          else (done ?? values)(null, { rows: [{ id: 10n }], fields: [], _parsers: [1], command: 'SELECT', sql: query.text });
        }
        end(done) { done?.(); }
      };`,
    );
    const pg = { client: 'pg', connection: { host: 'x' } };
    expect(await raw('select ?', [1], pg)).toMatchObject({ rows: [{ id: 10 }], command: 'SELECT' });
    expect(await raw('select ?', [1], pg)).not.toHaveProperty('_parsers');
  });
});

it('keeps a limited number of pools', async () => {
  for (let i = 0; i < 30; i++) await raw('select 1', undefined, { client: 'sqlite3', connection: `${i}.db` });
  expect(knex.pools()).toBe(20);
});
