import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.mjs';
import { createInstance } from './instance.mjs';
import { startNginx, withoutNginx } from './start-nginx.mjs';
import { startPostgres } from './start-postgres.mjs';

const text = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * PostgreSQL, Tandem instances and nginx, as in compose.yaml, by plain processes on free ports of 127.0.0.1. Everything
 * is ready when it resolves. `databaseUrl` is a server that is there already, `app` another folder
 * to serve; `configure` changes tandem.yaml; `sticky` keeps a client with one instance.
 */
export async function startCluster({
  instances: count = 3,
  databaseUrl,
  app,
  configure,
  env = {},
  sticky = false,
} = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-cluster-'));
  const undo = [async () => rmSync(dir, { recursive: true, force: true })];
  async function stop() {
    for (const one of undo.splice(0).reverse()) await one();
  }
  try {
    const postgres = databaseUrl ? undefined : await startPostgres({ detached: true });
    if (postgres) undo.push(postgres.remove);
    const database = databaseUrl ?? postgres.url;
    await createTables(database);
    const keys = { ANN_KEY: randomBytes(16).toString('hex'), BEN_KEY: randomBytes(16).toString('hex') };
    const [port, viewsPort] = withoutNginx ? [] : [await freePort(), await freePort()];
    const behind = {
      TANDEM_PUBLIC_URL: `https://localhost:${port}`,
      TANDEM_VIEWS_URL: `https://localhost:${viewsPort}`,
      TANDEM_TRUST_PROXY: '127.0.0.0/8',
    };
    const all = {
      DATABASE_URL: database,
      LOWDEFY_SECRET_DATABASE_URL: database,
      ...keys,
      ...(withoutNginx ? {} : behind),
      ...env,
    };
    const instances = [];
    for (let number = 1; number <= count; number++)
      instances.push(await createInstance({ name: `tandem${number}`, dir, env: all, app, configure }));
    undo.push(() => Promise.all(instances.map((instance) => instance.stop())));
    await Promise.all(instances.map((instance) => instance.start()));
    const nginx = withoutNginx ? undefined : await proxy({ dir, instances, port, viewsPort, sticky });
    if (nginx) undo.push(nginx.stop);
    return {
      /** Where people and agents go; without nginx, the first instance. */
      url: nginx ? behind.TANDEM_PUBLIC_URL : instances[0].url,
      certificate: nginx?.certificate,
      nginx,
      /** What is missing for nginx with TLS, if anything is. */
      withoutNginx,
      instances,
      database,
      postgres,
      keys,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function proxy({ dir, instances, port, viewsPort, sticky }) {
  const at = join(dir, 'nginx');
  const servers = instances.map(
    (instance) => `server 127.0.0.1:${instance.port} max_fails=1 fail_timeout=2s;`,
  );
  if (sticky) servers.unshift('hash $remote_addr consistent;');
  // As compose.yaml mounts it, with our ports and paths.
  const site = text('nginx.conf')
    .replace(/(?: *server 172\.\S+ .*\n)+/, `${servers.join('\n')}\n`)
    .replace('listen 8443', `listen 127.0.0.1:${port}`)
    .replace('listen 8444', `listen 127.0.0.1:${viewsPort}`)
    .replaceAll('/etc/ssl/tandem/', `${at}/`)
    .replaceAll('/etc/nginx/snippets/', `${at}/`);
  const files = { 'tandem-proxy.conf': text('../../deploy/nginx/tandem-proxy.conf') };
  return startNginx({ dir: at, site, files, names: ['localhost', '127.0.0.1'], port });
}

async function createTables(url) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text('schema.sql'));
  await client.end();
}
