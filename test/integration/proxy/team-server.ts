import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../examples/cluster/free-port.mjs';
import { root, type Serving, serveCli } from '../cli/run-cli.ts';
import { type Cleanup, tempDir } from '../harness.ts';
import { APP_NAME, startNginx, VIEWS_NAME } from './nginx.ts';

export const ANN_KEY = 'key-of-ann-0123456789';

export interface TeamServer {
  serving: Serving;
  /** The public address, without a slash at the end. */
  url: string;
  views: string;
  certificate: string;
}

/** `tandem serve` in its own process, below `base` of a name, behind nginx with TLS: a tool that asks, a live UI, and an app. */
export async function startTeamServer(
  cleanup: Cleanup,
  { base, http = '', log = '', app }: { base: string; http?: string; log?: string; app?: string },
): Promise<TeamServer> {
  const dir = tempDir(cleanup);
  const served = join(dir, 'served');
  mkdirSync(join(served, 'tools'), { recursive: true });
  cpSync(join(root, 'examples/flights/tools/order-meal.ts'), join(served, 'tools/order-meal.ts'));
  cpSync(join(root, 'examples/contacts/apps'), join(served, 'apps'), { recursive: true });
  if (app !== undefined) writeFileSync(join(served, 'lowdefy.yaml'), app);
  const port = await freePort();
  const url = `https://${APP_NAME}:${port}${base}`;
  const views = `https://${VIEWS_NAME}:${port}`;
  writeFileSync(
    join(served, 'tandem.yaml'),
    `areas: [live${app === undefined ? '' : ', lowdefy'}]
live: { users: [ann], autostart: true }
mcp: { auth: { type: api_key, keys: [{ key: ${ANN_KEY}, user: { id: ann, name: Ann } }] } }
http:
  publicUrl: ${url}
  viewsUrl: ${views}
  trustProxy: [127.0.0.1]
${http}${log}`,
  );
  const serving = await serveCli(served);
  cleanup.add(() => serving.stop('SIGKILL'));
  const { certificate } = await startNginx(cleanup, join(dir, 'nginx'), { port, base, upstream: serving.ui });
  return { serving, url, views, certificate };
}
