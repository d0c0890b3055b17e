import { TandemError } from '../errors.ts';
import type { DatabaseStoreConfig } from './store-config.ts';

export interface StorePlace {
  url: string;
  database?: string;
}

/** The address of the database that sessions are in. */
export async function findStorePlace(
  store: DatabaseStoreConfig,
  { dir, env }: { dir: string; env: Record<string, string | undefined> },
): Promise<StorePlace> {
  const isMongoDB = store.type === 'mongodb' || store.type === 'MongoDBSessionStore';
  if (store.url !== undefined) return { url: store.url };
  if (store.urlEnv !== undefined) {
    const url = env[store.urlEnv];
    if (url) return { url };
    throw invalid(`the environment variable ${store.urlEnv} (urlEnv) is not set`);
  }
  const { readConnection } = await import('../lowdefy/app/read-connection.ts');
  const id = String(store.connectionId);
  const { type, properties } = readConnection(dir, id, env);
  return isMongoDB ? ofMongoDB(id, type, properties) : ofKnex(id, type, properties);
}

function ofMongoDB(id: string, type: string, properties: Record<string, unknown>): StorePlace {
  const { databaseUri, databaseName } = properties;
  if (type !== 'MongoDBCollection' || typeof databaseUri !== 'string')
    throw invalid(`the connection "${id}" must be a MongoDBCollection with a databaseUri; it is a ${type}`);
  return { url: databaseUri, ...(typeof databaseName === 'string' && { database: databaseName }) };
}

function ofKnex(id: string, type: string, { client, connection }: Record<string, unknown>): StorePlace {
  if (type !== 'Knex' || !/^(pg|postgres|postgresql)$/.test(String(client)))
    throw invalid(`the connection "${id}" must be a Knex connection with the client pg; it is a ${type}`);
  if (typeof connection === 'string') return { url: connection };
  const { connectionString, host, port, user, password, database } = (connection ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof connectionString === 'string') return { url: connectionString };
  const url = new URL('postgres://localhost');
  if (host !== undefined) url.hostname = String(host);
  if (port !== undefined) url.port = String(port);
  if (user !== undefined) url.username = encodeURIComponent(String(user));
  if (password !== undefined) url.password = encodeURIComponent(String(password));
  url.pathname = `/${encodeURIComponent(String(database ?? user ?? 'postgres'))}`;
  return { url: url.href };
}

function invalid(what: string): TandemError {
  return new TandemError('invalid_config', `mcp.session.store: ${what}.`);
}
