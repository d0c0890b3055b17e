import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../../server/config-schema.ts';
import { isServedBy } from '../../server/page-url.ts';
import { openTandemFolder } from '../../server/tandem-folder.ts';
import { type Diagnosis, fault, good, remark } from './diagnosis.ts';
import { portHolder } from './port-holder.ts';

/** The port that this folder's server used last: whether it still does. */
export async function checkServer(dir: string): Promise<Diagnosis> {
  const folder = openTandemFolder(dir);
  const port = folder.readPort('ui-port');
  if (port === undefined) return good('none has run here yet');
  if (await isServedBy(folder, port, process.env)) return good(`runs on port ${port}`);
  if (await isFree(port, '127.0.0.1')) return good(`not running; the last one used port ${port}`);
  const holder = await portHolder(port);
  return remark(
    `not running, and its last port ${port} now belongs to ${holder ?? 'another program'}. The next server takes another port; --fix forgets this one.`,
    () => {
      for (const name of ['ui-port', 'mcp-port']) rmSync(join(folder.path, name), { force: true });
      return `forgot port ${port}`;
    },
  );
}

/** The ports that `tandem serve` would bind. */
export async function checkPorts({ http }: Config, dir: string): Promise<Diagnosis> {
  const { host, port, mcpPort = 8001 } = http;
  const folder = openTandemFolder(dir);
  for (const wanted of new Set([port, mcpPort])) {
    if (await isFree(wanted, host)) continue;
    const running = folder.readPort(wanted === port ? 'ui-port' : 'mcp-port');
    if (running === wanted && (await isServedBy(folder, folder.readPort('ui-port') ?? wanted, process.env)))
      continue;
    const holder = await portHolder(wanted);
    return fault(
      `${wanted} is in use${holder === undefined ? '' : ` by ${holder}`}. Stop the program that uses it, set http.port and http.mcpPort, or pass --port and --mcp-port.`,
    );
  }
  return good(`${port} and ${mcpPort} on ${host} are free, or this folder's own server has them`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
