import { createHash } from 'node:crypto';
import type { Logger } from '../lib/logger.ts';
import { Instances } from '../session/instances.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { TandemFolder } from './tandem-folder.ts';

/** This instance among those of the store; undefined where the store is ours alone. */
export function createInstances(
  { instances: store }: SessionStore,
  folder: TandemFolder,
  options: { log: Logger; beforeTaking(): Promise<void> },
): Instances | undefined {
  return store && new Instances({ ...options, store, group: groupOf(folder) });
}

/** The same for all instances that share their secrets; tells nothing about them. */
function groupOf(folder: TandemFolder): string {
  return createHash('sha256')
    .update(`group ${folder.secret('seal-key')}`)
    .digest('base64url')
    .slice(0, 22);
}
