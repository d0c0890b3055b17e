import { spawn } from 'node:child_process';
import { expect } from 'vitest';

/** Runs a script that may kill itself; returns the JSON it printed, or undefined if it was killed. */
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

/** Before or after which of its writes a process is killed. */
export interface KillPlace {
  at: number;
  when: string;
}

/**
 * Kills at each of `places` writes, before and after it; a few in parallel, since starting processes takes most of
 * the time.
 */
export async function killAtEach(places: number, killAt: (place: KillPlace) => Promise<void>): Promise<void> {
  const left = Array.from({ length: places }, (_, at) =>
    ['before', 'after'].map((when) => ({ at: at + 1, when })),
  ).flat();
  await Promise.all(
    [0, 1, 2].map(async () => {
      for (let next = left.shift(); next; next = left.shift()) await killAt(next);
    }),
  );
}
