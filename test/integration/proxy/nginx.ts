import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNginx as start, withoutNginx } from '../../../examples/cluster/start-nginx.mjs';
import { root } from '../cli/run-cli.ts';
import type { Cleanup } from '../harness.ts';

/** Why tests behind nginx are skipped, where they are. */
export { withoutNginx };

/** Names that lead to the proxy; clients of the tests resolve them to this machine. */
export const APP_NAME = 'app.tandem.test';
export const VIEWS_NAME = 'views.tandem.test';

export interface Nginx {
  /** The certificate, for clients to trust. */
  certificate: string;
}

/** `deploy/nginx`, as it is, for a server on `upstream`: with our names, ports and certificate, below `base`. */
export async function startNginx(
  cleanup: Cleanup,
  dir: string,
  { port, base, upstream }: { port: number; base: string; upstream: number },
): Promise<Nginx> {
  const deployed = (name: string) => readFileSync(join(root, 'deploy/nginx', name), 'utf8');
  const site = deployed('tandem.conf')
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('app.example.com', APP_NAME)
    .replaceAll('views.example.com', VIEWS_NAME)
    .replaceAll('/etc/ssl/tandem/', `${dir}/`)
    .replaceAll('/etc/nginx/snippets/', `${dir}/`)
    .replaceAll('location /tandem {', `location ${base || '/'} {`)
    .replace('127.0.0.1:8000', `127.0.0.1:${upstream}`);
  const files = { 'tandem-proxy.conf': deployed('tandem-proxy.conf') };
  const nginx = await start({ dir, site, files, names: [APP_NAME, VIEWS_NAME], port });
  cleanup.add(nginx.stop);
  return nginx;
}
