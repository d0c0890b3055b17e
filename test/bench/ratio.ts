type Sample = () => Promise<number> | number;

export interface RatioOptions {
  /** Each call takes one sample and returns the measurement (milliseconds, bytes, …). */
  ours: Sample;
  base: Sample;
  samples?: number;
  unit?: string;
  /** Printed with the result; never asserted. */
  goal: string;
  /** `cost`: ours / base, lower is better. `speed`: base / ours, higher is better. */
  kind?: 'cost' | 'speed';
}

/** Measures two things alternately in one run, and prints the ratio of their medians. */
export async function ratio(name: string, options: RatioOptions): Promise<number> {
  const { ours, base, samples = 15, unit = 'ms', goal, kind = 'cost' } = options;
  await ours();
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
  return result;
}

/** How long `work` takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
