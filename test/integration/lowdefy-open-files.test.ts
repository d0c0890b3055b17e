import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const APP_PROCESS = fileURLToPath(new URL('../../dist/lowdefy/processes/app-process.js', import.meta.url));

/** Uses up all files, then starts a process for an app and ends it, as an engine that fails to start does. */
const SCRIPT = `
import { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
// What number Node sends the signal to depends on what was in memory, so whether one is sent is what counts.
const kill = ChildProcess.prototype.kill;
ChildProcess.prototype.kill = function (signal) {
  if (this.pid === undefined) console.log('a process without an id was sent ' + signal);
  else kill.call(this, signal);
};
const { AppProcess } = await import(process.argv[1]);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const files = [];
try {
  for (;;) files.push(openSync('/dev/null'));
} catch {}
const started = new AppProcess({ job: 'page', start: {}, env: {}, maxHeapMb: 100, log });
started.kill();
const { message } = await started.ready.catch((error) => error);
await started.exited;
for (const file of files) closeSync(file);
console.log(message);
`;

test('if no more files can be opened, an engine is refused with the reason, and the server survives', async () => {
  const limited = `ulimit -n 60; exec "$0" --input-type=module --eval "$1" "$2"`;
  const child = spawn('bash', ['-c', limited, process.execPath, SCRIPT, APP_PROCESS], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // What would be sent to the group is not for those who test.
    detached: true,
  });
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  expect(said).not.toContain('without an id');
  expect(said).toContain('it could not be started: this process has too many files open. Raise the limit');
});
