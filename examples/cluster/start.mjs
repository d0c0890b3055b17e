// node examples/cluster/start.mjs: three Tandem instances, PostgreSQL and nginx with TLS, until Ctrl-C.
//   --instances N       how many (3)
//   --database URL      a PostgreSQL that is there already, instead of one of our own (or DATABASE_URL)
import { parseArgs } from 'node:util';
import { startCluster } from './start-cluster.mjs';

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '3' },
    database: { type: 'string', default: process.env.DATABASE_URL },
  },
});
const count = Number(values.instances);
if (!Number.isInteger(count) || count < 1) throw new Error('--instances must be a number such as 3.');

const asked = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
});
const cluster = await startCluster({ instances: count, databaseUrl: values.database });
if (cluster.withoutNginx)
  console.log(
    `${cluster.withoutNginx} is not installed, so there is no proxy and no TLS: use the instances directly. On Debian: apt-get install nginx openssl\n`,
  );
const { url, keys, instances, certificate, database } = cluster;
// Without a proxy, pages are at the name of the machine: the address is the origin of live views.
console.log(`Page: ${url.replace('127.0.0.1', 'localhost')}/
MCP:  ${url}/mcp

Key of Ann: ${keys.ANN_KEY}
Key of Ben: ${keys.BEN_KEY}
${certificate ? `\nCertificate (self-signed): ${certificate}\n  for clients on Node: NODE_EXTRA_CA_CERTS=${certificate}\n` : ''}
Instances:  ${instances.map(({ url: own, pid }) => `${own} (pid ${pid()})`).join(', ')}
PostgreSQL: ${database.replace(/:[^:@/]+@/, ':…@')}

Ctrl-C stops everything.`);
await asked;
console.log('\nStopping …');
await cluster.stop();
