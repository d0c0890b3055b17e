import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { SessionStore } from '../../../src/session/session-store.ts';
import { createMongoDBStore, createPostgresStore } from '../../../src/stores/index.ts';
import { type Serving, serveCli } from '../cli/run-cli.ts';
import { type Cleanup, tempDir } from '../harness.ts';
import { put } from '../live/start-live.ts';

/** Several `tandem serve` on one database and one folder, behind something that spreads connections over them. */
export interface Cluster {
  dir: string;
  /** Where people and agents reach it. */
  url: string;
  /** The origin of live views. */
  views: string;
  instances: Serving[];
  /** A secret that all instances share. */
  secret(name: string): string;
  /** New connections go to these only; to all in turn if there are none. */
  prefer(...instances: Serving[]): void;
  start(): Promise<Serving>;
  /** The store of all of them. */
  openStore(): SessionStore;
}

export interface ClusterOptions {
  store: { type: 'postgres' | 'mongodb'; url: string; database?: string; collection?: string };
  size: number;
  /** Of the served folder, by path. */
  files?: Record<string, string>;
  config?: Record<string, unknown>;
}

export async function startCluster(cleanup: Cleanup, options: ClusterOptions): Promise<Cluster> {
  const dir = tempDir(cleanup);
  for (const [path, text] of Object.entries(options.files ?? {})) put(join(dir, path), text);
  const instances: Serving[] = [];
  const secrets = new Map<string, string>();
  let preferred: Serving[] = [];
  const balancer = await startBalancer(cleanup, () => (preferred.length > 0 ? preferred : instances));
  const url = `http://localhost:${balancer}`;
  const views = `http://127.0.0.1:${balancer}`;
  const config = {
    ...options.config,
    mcp: { session: { store: options.store } },
    http: { publicUrl: url, viewsUrl: views, trustProxy: ['127.0.0.1'] },
  };
  put(join(dir, 'tandem.yaml'), JSON.stringify(config));

  const cluster: Cluster = {
    dir,
    url,
    views,
    instances,
    secret: (name) => secrets.get(name) ?? '',
    prefer(...chosen) {
      preferred = chosen;
    },
    openStore() {
      const { type } = options.store;
      const store =
        type === 'postgres' ? createPostgresStore(options.store) : createMongoDBStore(options.store);
      cleanup.add(() => store.dispose());
      return store;
    },
    async start() {
      const instance = await serveCli(dir);
      cleanup.add(() => instance.stop('SIGKILL'));
      instances.push(instance);
      return instance;
    },
  };
  for (let i = 0; i < options.size; i++) await cluster.start();
  const store = cluster.openStore();
  for (const name of ['mcp-key', 'ui-token']) secrets.set(name, (await store.madeOnce?.(name, '')) ?? '');
  return cluster;
}

/** By connections, as load balancers do that know nothing of HTTP. An instance that is gone is passed over. */
async function startBalancer(cleanup: Cleanup, backends: () => Serving[]): Promise<number> {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    const all = backends();
    const from = turn++;
    const attempt = (count: number) => {
      const instance = all[(from + count) % all.length];
      if (!instance || count >= all.length) return client.destroy();
      const backend = connect(instance.ui, '127.0.0.1');
      let isConnected = false;
      backend.on('connect', () => {
        isConnected = true;
        client.pipe(backend).pipe(client);
      });
      backend.on('error', () => (isConnected ? client.destroy() : attempt(count + 1)));
      backend.on('close', () => isConnected && client.destroy());
      client.on('close', () => {
        open.delete(client);
        backend.destroy();
      });
    };
    attempt(0);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
