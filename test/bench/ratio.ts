import { noteRatio } from './performance-tables.ts';

type Sample = () => Promise<number> | number;

export interface RatioOptions {
  /** Each call takes one sample and returns the measurement (milliseconds, bytes, …). */
  ours: Sample;
  base: Sample;
  samples?: number;
  /** Calls before the first sample, so that what runs is compiled as in a server that has been up for a while. */
  warmUp?: number;
  unit?: string;
  /** Printed with the result; never asserted. */
  goal: string;
  /** `cost`: ours / base, lower is better. `speed`: base / ours, higher is better. */
  kind?: 'cost' | 'speed';
}

/** Measures two things alternately in one run, and prints the ratio of their medians. */
export async function ratio(name: string, options: RatioOptions): Promise<number> {
  const { ours, base, samples = 15, warmUp = 1, unit = 'ms', goal, kind = 'cost' } = options;
  for (let i = 0; i < warmUp; i++) await ours();
  await base();
  const a: number[] = [];
  const b: number[] = [];
  for (let i = 0; i < samples; i++) {
    b.push(await base());
    a.push(await ours());
  }
  const result = kind === 'cost' ? median(a) / median(b) : median(b) / median(a);
  console.log(
    `bench ${name}: ${result.toFixed(2)}x (goal ${goal}) — ours ${median(a).toFixed(3)} ${unit}, base ${median(b).toFixed(3)} ${unit}, ${samples} samples each`,
  );
  noteRatio(name, goal, `${result.toFixed(3)}x`);
  return result;
}

/** How long `work` takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** How much CPU time `work` takes in this process, in milliseconds: on a busy machine, steadier than the clock. */
export async function cpuTimed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
