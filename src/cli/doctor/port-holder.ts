import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

const LISTENING = '0A';

/** The program that listens on a port, such as `node serve.js (process 4711)`; undefined where that cannot be found out. */
export async function portHolder(port: number): Promise<string | undefined> {
  if (process.platform === 'linux') return holderOnLinux(port);
  if (process.platform === 'win32') return undefined;
  try {
    const { stdout } = await promisify(execFile)('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
    const [, pid] = /^p(\d+)$/m.exec(stdout) ?? [];
    const [, name] = /^c(.+)$/m.exec(stdout) ?? [];
    return pid && `${name} (process ${pid})`;
  } catch {
    return undefined;
  }
}

/** Without lsof, which is seldom installed: from the socket's number to the process that has it open. */
function holderOnLinux(port: number): string | undefined {
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(readLines).flatMap((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      return state === LISTENING && Number.parseInt(local.split(':')[1] ?? '', 16) === port
        ? [`socket:[${inode}]`]
        : [];
    }),
  );
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && hasOpen(name, sockets));
  if (pid === undefined) return undefined;
  const command = readLines(`/proc/${pid}/cmdline`).join(' ').replaceAll('\0', ' ').trim();
  return `${command.length > 120 ? `${command.slice(0, 120)}…` : command} (process ${pid})`;
}

/** The processes of others cannot be looked into. */
function hasOpen(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => sockets.has(readlinkSync(`${folder}/${name}`)));
  } catch {
    return false;
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
