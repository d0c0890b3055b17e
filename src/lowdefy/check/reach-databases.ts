import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../../errors.ts';
import type { App } from '../app/app.ts';
import { type ConnectionType, wrapResolver } from '../connections/connection.ts';
import { sqlDialect, sqliteConnection } from '../connections/knex-clients.ts';

const PATIENCE_MS = 8000;
const NAME = 'tandem_doctor';

/** Harmless questions, by the type of the connection; other types are not asked. */
const QUESTIONS: Record<string, { type: string; properties: object }> = {
  Knex: { type: 'KnexRaw', properties: { query: 'select 1' } },
  MongoDBCollection: { type: 'MongoDBFindOne', properties: { query: { _id: NAME } } },
};

/** A database of an app, and why it cannot be reached, if it cannot. */
export interface ReachedDatabase {
  connectionId: string;
  problem?: string;
}

/** Asks every database of an app something harmless, as the app's own requests do. Creates no database file. */
export async function reachDatabases(app: App): Promise<ReachedDatabase[]> {
  return Promise.all(
    databasesOf(app).map(async ({ connectionId, type }) => {
      const problem = await ask(app, connectionId, type);
      return { connectionId, ...(problem !== undefined && { problem }) };
    }),
  );
}

function databasesOf({ buildDirectory }: App): { connectionId: string; type: string }[] {
  const folder = join(buildDirectory, 'connections');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>)
    .flatMap(({ connectionId = '', type = '' }) => (QUESTIONS[type] ? [{ connectionId, type }] : []));
}

/** Returns why it cannot be reached. The request is not in the app, so its configuration is handed in. */
async function ask(app: App, connectionId: string, type: string): Promise<string | undefined> {
  const context = app.createApiContext(null) as {
    connections: Record<string, ConnectionType>;
    readConfigFile(path: string): unknown;
  };
  const connection = context.connections[type];
  const question = QUESTIONS[type];
  if (!connection?.requests[question?.type ?? '']) return undefined;
  const request = {
    id: NAME,
    requestId: NAME,
    pageId: NAME,
    connectionId,
    auth: { public: true },
    ...question,
  };
  const asking = {
    ...context,
    connections: { ...context.connections, [type]: withoutNewFiles(connection, app.dir) },
    readConfigFile: (path: string) =>
      path.includes(`/${NAME}.json`) ? request : context.readConfigFile(path),
  };
  const call = { blockId: NAME, pageId: NAME, requestId: NAME, payload: {} };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it did not respond in ${PATIENCE_MS / 1000} seconds`)),
      PATIENCE_MS,
    );
  });
  try {
    await Promise.race([app.packages.api.callRequest(asking, call), timeout]);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(
      /^Request "\w+" on page "\w+"(?: \(connection ".*?"\))? (?:failed: )?/,
      '',
    );
  } finally {
    clearTimeout(timer);
  }
}

/** SQLite creates a file that is missing, which would hide the mistake. */
function withoutNewFiles(connection: ConnectionType, dir: string): ConnectionType {
  const { KnexRaw } = connection.requests;
  if (!KnexRaw) return connection;
  const careful = wrapResolver(KnexRaw, (args) => {
    const { client, connection: place } = args.connection;
    const { filename } = (sqlDialect(client) === 'sqlite' ? sqliteConnection(place, dir) : {}) as {
      filename?: unknown;
    };
    if (typeof filename === 'string' && !/^$|^:memory:$/.test(filename) && !existsSync(filename))
      throw new TandemError('unavailable', `the file ${filename} does not exist.`);
    return KnexRaw(args);
  });
  return { ...connection, requests: { ...connection.requests, KnexRaw: careful } };
}
