import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../../errors.ts';
import { createLogger } from '../../lib/logger.ts';
import type { Config } from '../../server/config-schema.ts';
import { openStore } from '../../server/open-store.ts';
import { createFileStore } from '../../stores/file/file-store.ts';
import { type Diagnosis, fault, good } from './diagnosis.ts';

/** Where sessions are kept: a folder that can be written, or a database that responds. */
export async function checkStore(dir: string, config: Config): Promise<Diagnosis> {
  const { type } = config.mcp.session.store;
  if (type === 'memory') return good('in memory: sessions are gone when the server stops');
  if (type === 'file') return checkFiles(dir);
  try {
    const store = await openStore({ dir, config, env: process.env, log: createLogger('silent') });
    try {
      await store.list({ userId: 'local', limit: 1 });
      return good(`${type} responds`);
    } finally {
      await store.dispose();
    }
  } catch (error) {
    return fault(`the database of sessions (${type}) cannot be reached: ${(error as Error).message}`);
  }
}

/** A real session in a separate folder next to the others: created, read back, removed. */
async function checkFiles(dir: string): Promise<Diagnosis> {
  const root = mkdtempSync(join(dir, '.tandem-doctor-'));
  try {
    const store = createFileStore({ root, log: createLogger('silent') });
    const made = await store.create({ userId: 'local', kind: 'app', name: 'doctor' });
    const back = await store.get(made);
    await store.dispose();
    if (back?.name !== 'doctor')
      throw new TandemError('unavailable', 'a saved session could not be read back.');
    return good('a session was saved and read back');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
