import { expect, it } from 'vitest';
import type { Logger } from '../../lib/logger.ts';
import type { ConnectionType } from './connection.ts';
import { loadConnections } from './connections.ts';

const lines: string[] = [];
const note = (message: string) => void lines.push(message);
const log: Logger = { debug: note, info: note, warn: note, error: note };

const USES = {
  Vault: { package: 'vault', name: 'Vault', version: '1.0.0' },
  MyVault: { package: 'vault', name: 'Vault', version: '1.0.0' },
  Gone: { package: 'gone', name: 'Gone', version: undefined },
  Broken: { package: 'broken', name: 'Broken', version: '2.0.0' },
  Knex: { package: '@lowdefy/connection-knex', name: 'Knex', version: '4.0.0-rc.11' },
};

async function load(readOnly = false) {
  lines.length = 0;
  return await loadConnections({
    maxResponseMb: 1,
    dir: '/app',
    connections: USES,
    requests: {
      GoneFind: { package: 'gone', name: 'GoneFind', version: undefined },
      BrokenFind: { package: 'broken', name: 'BrokenFind', version: '2.0.0' },
    },
    async find({ package: name }) {
      return name === 'vault' ? { found: vault } : { why: `${name} cannot be used.` };
    },
    readOnly,
    log,
  });
}

const vault: ConnectionType = {
  schema: { title: 'vault' },
  requests: {
    Open: Object.assign(
      ({ connection, request }: { connection: object; request: object }) => {
        throw new Error(`refused ${JSON.stringify(connection)} ${JSON.stringify(request)}`);
      },
      { schema: { title: 'open' }, meta: { checkRead: true } },
    ),
  },
};

async function failure(
  connections: Record<string, ConnectionType>,
  type: string,
  request: string,
): Promise<string> {
  const connection = { host: 'db', password: 'hunter22', url: 'amqp://u:pass99@h' };
  try {
    await connections[type]?.requests[request]?.({
      connection,
      request: { headers: { 'X-Token': 'tok-55' } },
    });
  } catch (error) {
    return (error as Error).message;
  }
  return 'did not fail';
}

it("uses the app's packages, under the names it uses", async () => {
  const { types, close } = await load();
  expect(types.Vault).toMatchObject({ schema: { title: 'vault' } });
  expect(types.MyVault?.requests.Open?.schema).toEqual({ title: 'open' });
  expect(types.MyVault?.requests.Open?.meta).toEqual({ checkRead: true });
  expect(Object.keys(types.Knex?.requests ?? {})).toEqual(['KnexRaw', 'KnexBuilder']);
  await close();
});

it("never shows a connection's password in a message", async () => {
  const message = await failure((await load()).types, 'Vault', 'Open');
  expect(message).toContain('"host":"db"');
  expect(message).not.toMatch(/hunter22|pass99|tok-55/);
});

it.each([false, true])('reports what is missing when it is used (read-only: %s)', async (readOnly) => {
  const { types } = await load(readOnly);
  expect(await failure(types, 'Gone', 'GoneFind')).toBe('gone cannot be used.');
  expect(await failure(types, 'Broken', 'BrokenFind')).toBe('broken cannot be used.');
  expect(lines.filter((line) => line.includes('Gone'))).toHaveLength(1);
});
