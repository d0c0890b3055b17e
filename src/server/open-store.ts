import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../lib/logger.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Config } from './config-schema.ts';

/** Sessions of a Lowdefy app live with the app's own files; others in `.tandem`. */
export async function openStore({
  dir,
  config,
  log,
}: {
  dir: string;
  config: Config;
  log: Logger;
}): Promise<SessionStore> {
  if (config.mcp.session.store.type === 'memory') {
    const { createMemoryStore } = await import('../stores/memory-store.ts');
    return createMemoryStore();
  }
  const { createFileStore } = await import('../stores/file/file-store.ts');
  const home = existsSync(join(dir, 'lowdefy.yaml')) ? '.lowdefy' : '.tandem';
  return createFileStore({ root: join(dir, home, 'sessions'), log });
}
