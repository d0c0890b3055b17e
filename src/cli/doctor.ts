import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { TandemError } from '../errors.ts';
import { createLogger } from '../lib/logger.ts';
import type { Config } from '../server/config-schema.ts';
import { findApps, findFolders } from '../server/find-projects.ts';
import { loadConfig } from '../server/load-config.ts';
import { openTandemFolder } from '../server/tandem-folder.ts';
import { createFileStore } from '../stores/file/file-store.ts';
import { type Command, dirOption } from './command.ts';
import { servedFolder } from './served-folder.ts';

interface Check {
  name: string;
  /** Why it cannot be checked, if an earlier check failed. */
  skip?(): string | undefined;
  run(): Promise<string> | string;
}

export const doctorCommand: Command = {
  summary: 'check this machine and folder, and say how to fix what is wrong',
  about:
    'Checks Node, the folder, its configuration, its tools, the ports and the session store. Exits with code 2 if something is wrong.',
  options: { dir: dirOption('the folder to check') },
  async run(flags) {
    let dir = '';
    let config: Config | undefined;
    const withoutFolder = () => (dir ? undefined : 'the folder was not found');
    const withoutConfig = () => withoutFolder() ?? (config ? undefined : 'the configuration is not valid');
    const checks: Check[] = [
      { name: 'Node', run: checkNode },
      {
        name: 'folder',
        run: () => {
          dir = servedFolder(flags);
          return dir;
        },
      },
      {
        name: 'configuration',
        skip: withoutFolder,
        run: async () => {
          config = await loadConfig(dir, process.env);
          return 'valid';
        },
      },
      { name: 'apps', skip: withoutFolder, run: () => describeApps(dir) },
      { name: 'tools', skip: withoutFolder, run: () => checkTools(dir) },
      { name: 'ports', skip: withoutConfig, run: () => checkPorts(config as Config, dir) },
      { name: 'store', skip: withoutFolder, run: () => checkStore(dir) },
    ];
    let wrong = 0;
    for (const check of checks) {
      const reason = check.skip?.();
      if (reason !== undefined) {
        console.log(`skip   ${check.name}: not checked: ${reason}`);
        continue;
      }
      try {
        console.log(`ok     ${check.name}: ${await check.run()}`);
      } catch (error) {
        wrong++;
        console.log(`wrong  ${check.name}: ${(error as Error).message}`);
      }
    }
    return wrong === 0 ? 0 : 2;
  },
};

/** None is fine too, but worth saying: then agents are offered sessions and nothing to do in them. */
function describeApps(dir: string): string {
  const names = Object.keys(findApps(dir));
  if (names.length === 0) return 'none: no lowdefy.yaml here or one folder down';
  return `${names.join(', ')} (check them with: tandem build)`;
}

/** Loads them, as listing tools does; without tools this loads nothing. */
async function checkTools(dir: string): Promise<string> {
  const { ToolFolder } = await import('../ask/load/tool-folder.ts');
  const log = createLogger('silent');
  const folders = [dir, ...findFolders(dir)].map((one) => new ToolFolder({ dir: join(one, 'tools'), log }));
  await Promise.all(folders.map((folder) => folder.refresh()));
  const problems = folders.flatMap((folder) =>
    folder.problems.map(({ file, message }) => `${relative(dir, join(folder.dir, file))}: ${message}`),
  );
  if (problems.length > 0) throw new TandemError('invalid_config', problems.join('; '));
  const names = folders.flatMap((folder) => folder.tools.map(({ tool }) => tool.name));
  return names.length === 0 ? 'none: no tool in tools/ here or one folder down' : names.join(', ');
}

function checkNode(): string {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20)
    throw new TandemError('unsupported', `Node ${process.versions.node} is too old; install 20 or newer.`);
  return process.versions.node;
}

async function checkPorts(config: Config, dir: string): Promise<string> {
  const { host, port, mcpPort = 8001 } = config.http;
  const running = openTandemFolder(dir).readPort('ui-port');
  for (const wanted of new Set([port, mcpPort]))
    if (!(await isFree(wanted, host)))
      throw new TandemError(
        'unavailable',
        `${wanted} is in use${running === undefined ? '' : " (perhaps by this folder's server)"}. Stop the program that uses it, set http.port and http.mcpPort, or pass --port and --mcp-port.`,
      );
  return `${port} and ${mcpPort} on ${host} are free`;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** A real session in a separate folder next to the others: created, read back, removed. */
async function checkStore(dir: string): Promise<string> {
  const root = mkdtempSync(join(dir, '.tandem-doctor-'));
  try {
    const store = createFileStore({ root, log: createLogger('silent') });
    const made = await store.create({ userId: 'local', kind: 'app', name: 'doctor' });
    const back = await store.get(made);
    await store.dispose();
    if (back?.name !== 'doctor')
      throw new TandemError('unavailable', 'a saved session could not be read back.');
    return 'a session was saved and read back';
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
