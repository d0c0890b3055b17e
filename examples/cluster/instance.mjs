import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { freePort } from './free-port.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const orders = fileURLToPath(new URL('app', import.meta.url));
const cli = join(root, 'dist/cli/main.js');

/**
 * `tandem serve` in a process of its own. As on another machine, it has a folder of its own and only the database in
 * common with the others. It keeps its port when it is started again.
 */
export async function createInstance({ name, dir, env, app = orders, configure = (config) => config }) {
  // An app is called as its folder, so the folder has the same name everywhere.
  const folder = join(dir, name, 'orders');
  mkdirSync(folder, { recursive: true });
  cpSync(app, folder, { recursive: true, filter: (path) => !/\.(lowdefy|tandem)$/.test(path) });
  const settings = join(folder, 'tandem.yaml');
  writeFileSync(settings, stringify(configure(parse(readFileSync(settings, 'utf8')))));
  // The app uses the package "pg".
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  let child;
  let ended;
  let log = '';

  async function start() {
    const args = [cli, 'serve', '--dir', folder, '--port', `${port}`, '--mcp-port', `${port}`];
    const started = spawn(process.execPath, args, {
      env: { ...process.env, TANDEM_LOG: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C in a terminal reaches the script only, which ends everything in order.
      detached: true,
    });
    child = started;
    ended = once(started, 'exit');
    let said = '';
    started.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-20_000);
      log = (log + text).slice(-200_000);
    });
    // It prints its addresses when it serves.
    const isServing = await Promise.race([
      once(started.stdout, 'data').then(() => true),
      ended.then(() => false),
    ]);
    started.stdout.resume();
    if (!isServing) throw new Error(`${name} did not start: ${said.trim() || 'it said nothing'}`);
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (status !== 200) throw new Error(`${name} is not ready: /readyz has status ${status}`);
  }

  return {
    name,
    port,
    folder,
    url: `http://127.0.0.1:${port}`,
    pid: () => child?.pid,
    log: () => log,
    start,
    /** SIGTERM drains it; SIGKILL ends it and its engines without any warning, as when the machine is gone. */
    async stop(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      if (signal === 'SIGKILL') process.kill(-child.pid, signal);
      else child.kill(signal);
      await ended;
    },
  };
}
