import type { PageGround } from '../app/page-ground.ts';
import { permissionFlags } from '../app/permission-flags.ts';

/** What page code may know about this machine: locale, time zone and trusted certificates. */
const KEPT = ['TZ', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TANDEM_STOCK_ENGINE'];

/**
 * How the process for an app's pages is started: without the server's environment and, if Node supports it, without
 * permissions.
 */
export function pageEnvironment({ readable }: PageGround): { env: NodeJS.ProcessEnv; flags: string[] } {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { env: Object.fromEntries(kept), flags: readable ? permissionFlags(readable) : [] };
}
