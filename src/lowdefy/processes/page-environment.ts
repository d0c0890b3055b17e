import type { PageGround } from '../app/page-ground.ts';
import { permissionFlags } from '../app/permission-flags.ts';

/** What code of pages may know of this machine: how to write dates and numbers, and whose certificates to trust. */
const KEPT = ['TZ', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TANDEM_STOCK_ENGINE'];

/** How the process of an app's pages is started: without the server's environment and, where Node can, without rights. */
export function pageEnvironment({ readable }: PageGround): { env: NodeJS.ProcessEnv; flags: string[] } {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { env: Object.fromEntries(kept), flags: readable ? permissionFlags(readable) : [] };
}
