import { TandemError } from '../errors.ts';
import { createLogger } from '../lib/logger.ts';
import { Administration } from '../session/administration.ts';
import { defaultLimits } from '../session/limits.ts';
import { Sessions } from '../session/sessions.ts';
import { AREAS } from './areas.ts';
import { loadConfig } from './load-config.ts';
import { openStore, openStoreAt } from './open-store.ts';

export interface OpenedAdministration {
  administration: Administration;
  sessions: Sessions;
  /** The kinds of sessions that this program knows. */
  kinds: string[];
  close(): Promise<void>;
}

/** Administration from outside of any server, for those who can read the folder or the database. */
export async function openAdministration(
  place: { store: string } | { dir: string },
): Promise<OpenedAdministration> {
  const log = createLogger('warn');
  const store = 'store' in place ? await openStoreAt(place.store) : await openConfigured(place.dir);
  const known = AREAS.flatMap(({ sessionKind }) => sessionKind ?? []);
  const sessions = new Sessions({ store, limits: defaultLimits, kinds: known, log });
  return {
    administration: new Administration(sessions),
    sessions,
    kinds: known.map(({ kind }) => kind),
    close: () => sessions.shutDown(),
  };

  async function openConfigured(dir: string) {
    const config = await loadConfig(dir, process.env);
    if (config.mcp.session.store.type === 'memory')
      throw new TandemError(
        'unsupported',
        'The sessions of this folder are in the memory of its server (mcp.session.store), where commands cannot reach them. Use the page /admin.',
      );
    return openStore({ dir, config, env: process.env, log });
  }
}
