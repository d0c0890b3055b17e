import { spawn } from 'node:child_process';
import { expect } from 'vitest';

/** Run a script that may kill itself; answers what it printed as JSON, undefined when it was killed. */
export async function untilKilled<T>(script: string, args: readonly string[]): Promise<T | undefined> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...how) => resolve(how)),
  );
  if (signal === 'SIGKILL') return undefined;
  expect(code).toBe(0);
  return JSON.parse(output) as T;
}
