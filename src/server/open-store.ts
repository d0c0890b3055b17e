import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Config } from './config-schema.ts';
import { findStorePlace } from './store-place.ts';

/** Sessions of a Lowdefy app live with the app's own files, others in `.tandem`, unless a database is configured. */
export async function openStore(options: {
  dir: string;
  config: Config;
  env: Record<string, string | undefined>;
  log: Logger;
}): Promise<SessionStore> {
  const { dir, config, log } = options;
  const { store } = config.mcp.session;
  switch (store.type) {
    case 'memory': {
      const { createMemoryStore } = await import('../stores/memory-store.ts');
      return createMemoryStore();
    }
    case 'file': {
      const { createFileStore } = await import('../stores/file/file-store.ts');
      const home = existsSync(join(dir, 'lowdefy.yaml')) ? '.lowdefy' : '.tandem';
      return createFileStore({ root: join(dir, home, 'sessions'), log });
    }
    case 'postgres':
    case 'PostgresSessionStore': {
      const { createPostgresStore } = await import('../stores/postgres/postgres-store.ts');
      return createPostgresStore(await findStorePlace(store, options));
    }
    default: {
      const { createMongoDBStore } = await import('../stores/mongodb/mongodb-store.ts');
      const { database, collection = store.properties?.collection } = store;
      const place = await findStorePlace(store, options);
      return createMongoDBStore({
        ...place,
        ...(database && { database }),
        ...(collection && { collection }),
      });
    }
  }
}

/** The store at an address: `postgres://…`, `mongodb://…`, or a folder of session files. */
export async function openStoreAt(place: string): Promise<SessionStore> {
  const [, scheme] = /^([a-z]+)(?:\+srv)?:\/\//.exec(place) ?? [];
  switch (scheme) {
    case 'postgres':
    case 'postgresql': {
      const { createPostgresStore } = await import('../stores/postgres/postgres-store.ts');
      return createPostgresStore({ url: place });
    }
    case 'mongodb': {
      const { createMongoDBStore } = await import('../stores/mongodb/mongodb-store.ts');
      return createMongoDBStore({ url: place });
    }
    case undefined: {
      const { createFileStore } = await import('../stores/file/file-store.ts');
      return createFileStore({ root: place });
    }
    default:
      throw new TandemError(
        'invalid_input',
        `Sessions cannot be kept at ${scheme}://…; use a folder, postgres://… or mongodb://…`,
      );
  }
}
