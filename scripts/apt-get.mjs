import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** What apt says when another process uses it; a failure of another kind is not cured by waiting. */
const LOCKED = /could not get lock|unable to (?:lock|acquire)|is another process using it/i;
const PATIENCE_MS = 15 * 60_000;

/**
 * Run apt-get, and again for as long as another process holds one of its locks. Its own `DPkg::Lock::Timeout` covers some
 * of them only. Resolves to the exit code.
 */
export async function aptGet(args, { retryMs = 5000, patienceMs = PATIENCE_MS, env = process.env } = {}) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { code, said } = await attempt(args, env);
    if (code === 0 || !LOCKED.test(said) || Date.now() > deadline) return code;
    console.log('Waiting for the package manager, which another process uses …');
    await sleep(retryMs);
  }
}

function attempt(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn('apt-get', args, {
      stdio: ['ignore', 'inherit', 'pipe'],
      // In English, to understand what it says.
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      process.stderr.write(text);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, said }));
  });
}
