import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './load-config.ts';
import { type DatabaseStoreConfig, storeSchema } from './store-config.ts';
import { findStorePlace } from './store-place.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'store-place-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const env = { SESSIONS_URL: 'postgres://db/tandem', LOWDEFY_SECRET_DB: 'mongodb://db/app' };
const find = (store: unknown) =>
  findStorePlace(storeSchema.parse(store) as DatabaseStoreConfig, { dir, env });
const app = (connections: string) => writeFileSync(join(dir, 'lowdefy.yaml'), `connections:\n${connections}`);

describe('the place of sessions', () => {
  test('is an address, or a variable that has it', async () => {
    expect(await find({ type: 'postgres', url: 'postgres://a/b' })).toEqual({ url: 'postgres://a/b' });
    expect(await find({ type: 'postgres', urlEnv: 'SESSIONS_URL' })).toEqual({ url: env.SESSIONS_URL });
    await expect(find({ type: 'mongodb', urlEnv: 'NOT_SET' })).rejects.toThrow('NOT_SET (urlEnv) is not set');
  });

  test('is a MongoDB connection of the app', async () => {
    app(
      '  - id: mainDb\n    type: MongoDBCollection\n    properties:\n      databaseUri: { _secret: DB }\n      databaseName: crm\n',
    );
    const store = {
      type: 'MongoDBSessionStore',
      connectionId: 'mainDb',
      properties: { collection: 'mcp_sessions' },
    };
    expect(await find(store)).toEqual({ url: 'mongodb://db/app', database: 'crm' });
    await expect(find({ ...store, connectionId: 'mainDB' })).rejects.toThrow('Did you mean "mainDb"?');
    await expect(find({ type: 'postgres', connectionId: 'mainDb' })).rejects.toThrow(
      'must be a Knex connection with the client pg',
    );
  });

  test.each([
    ['connection: postgres://u@h/d', 'postgres://u@h/d'],
    ['connection: { connectionString: postgres://u@h/d }', 'postgres://u@h/d'],
    [
      'connection: { host: db, port: 6543, user: ann, password: "a/b@c", database: crm }',
      'postgres://ann:a%2Fb%40c@db:6543/crm',
    ],
  ])('is a Knex connection with %s', async (connection, url) => {
    app(`  - id: db\n    type: Knex\n    properties:\n      client: pg\n      ${connection}\n`);
    expect(await find({ type: 'postgres', connectionId: 'db' })).toEqual({ url });
  });

  test('cannot be computed with other operators or with a secret that is not set', async () => {
    app('  - id: db\n    type: MongoDBCollection\n    properties: { databaseUri: { _secret: OTHER } }\n');
    const store = { type: 'mongodb', connectionId: 'db' };
    await expect(find(store)).rejects.toThrow('LOWDEFY_SECRET_OTHER is not set');
    app('  - id: db\n    type: MongoDBCollection\n    properties: { databaseUri: { _if: {} } }\n');
    await expect(find(store)).rejects.toThrow('computed with _if');
  });

  test.each([
    ['{ type: postgre, url: x }', 'store must have a type: file, memory, postgres, mongodb'],
    ['{ type: postgres }', 'needs exactly one of url, urlEnv'],
    ['{ type: postgres, url: a, urlEnv: b }', 'needs exactly one of url, urlEnv'],
    ['{ type: file, url: a }', 'A store of type file has no setting "url"'],
  ])('%s is refused', async (store, why) => {
    writeFileSync(join(dir, 'tandem.yaml'), `mcp:\n  session:\n    store: ${store}\n`);
    await expect(loadConfig(dir, {})).rejects.toThrow(why);
  });
});
