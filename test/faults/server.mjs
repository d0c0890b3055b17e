import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run.mjs';

export const cli = join(root, 'dist/cli/main.js');

/** One of the servers of the folder. It is killed and restarted, always on the same port. */
export class FaultServer {
  #dir;
  #child;
  #ended;
  /** Each start has its own process group, by which leftovers are found until they are gone. */
  #groups = new Set();
  port = 0;
  key = '';
  name;
  log = '';
  /** Called if it ends although nobody ended it. */
  onDeath = () => {};
  #isEnding = false;

  constructor(name, dir) {
    this.name = name;
    this.#dir = dir;
  }

  get pid() {
    return this.#child?.pid;
  }

  /** Resolves when it serves; rejects with its message if it cannot. */
  async start({ openFiles } = {}) {
    const args = [cli, 'serve', '--dir', this.#dir, '--port', '0', '--mcp-port', String(this.port)];
    const command = openFiles
      ? ['bash', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, process.execPath, ...args]
      : [process.execPath, ...args];
    const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#groups.add(child.pid);
    child.once('exit', () => this.#forgetWhenGone(child.pid));
    this.#child = child;
    this.#isEnding = false;
    let isServing = false;
    child.once('exit', (code, signal) => {
      if (isServing && child === this.#child && !this.#isEnding)
        this.onDeath(`${this.name} ended by itself (${signal ?? code}): ${this.log.slice(-1500)}`);
    });
    this.#ended = once(child, 'exit');
    let said = '';
    child.stderr.on('data', (text) => {
      said = (said + text).slice(-20_000);
      this.log = (this.log + text).slice(-200_000);
    });
    let printed = '';
    const ready = new Promise((resolve) => {
      child.stdout.on('data', (text) => {
        printed += text;
        if (printed.includes('mcpServers') && printed.endsWith('}\n\n')) resolve(true);
      });
    });
    const isReady = await Promise.race([ready, this.#ended.then(() => false)]);
    if (!isReady) throw new Error(said.trim() || 'it ended without a word');
    isServing = true;
    this.port ||= Number(readFileSync(join(this.#dir, '.tandem/mcp-port'), 'utf8'));
    this.key ||= readFileSync(join(this.#dir, '.tandem/mcp-key'), 'utf8').trim();
  }

  signal(name) {
    this.#child?.kill(name);
  }

  async kill(signal = 'SIGKILL') {
    this.#isEnding = true;
    this.#child?.kill(signal);
    await this.#ended;
  }

  /** Process groups of ended servers that are not empty. */
  leftOver() {
    const isRunning = this.#child?.exitCode === null && this.#child.signalCode === null;
    return [...this.#groups].filter((group) => !(isRunning && group === this.pid) && isThere(group));
  }

  /**
   * At once: in a long run the system reuses the number, and other processes must not be mistaken for ours and
   * killed.
   */
  #forgetWhenGone(group) {
    const looking = setInterval(() => {
      if (isThere(group)) return;
      clearInterval(looking);
      this.#groups.delete(group);
    }, 100).unref();
  }

  killAll() {
    for (const group of this.#groups) killGroup(group);
  }
}

function isThere(group) {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

function killGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
