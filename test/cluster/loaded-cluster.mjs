import { readFileSync } from 'node:fs';
import { startCluster } from '../../examples/cluster/start-cluster.mjs';

/** The cluster of the example, with a user for each agent and without limits that many calls would reach. */
export async function startLoadedCluster({ users, ...options }) {
  const keys = Array.from({ length: users }, (_, i) => `key-of-user-${String(i).padStart(6, '0')}`);
  const cluster = await startCluster({
    ...options,
    configure: (config) => ({
      ...config,
      mcp: {
        ...config.mcp,
        auth: { type: 'api_key', keys: keys.map((key, i) => ({ key, user: { id: `user${i}` } })) },
        limits: { requestsPerMinute: 1_000_000, maxSessionsPerUser: 100_000, maxOpenAsks: 10_000 },
      },
      live: undefined,
    }),
  });
  // Its processes are detached, so nobody else ends them.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void cluster.stop().finally(() => process.exit(1)));
  if (!cluster.certificate) throw new Error(`${cluster.withoutNginx} is not installed.`);
  const { url } = cluster;
  const ca = readFileSync(cluster.certificate);
  return {
    ...cluster,
    /** How a client of a user reaches it, from an address of its own. */
    clientOf: (i) => ({
      url,
      ca,
      key: keys[i],
      localAddress: `127.0.${1 + Math.floor(i / 200)}.${1 + (i % 200)}`,
    }),
  };
}
