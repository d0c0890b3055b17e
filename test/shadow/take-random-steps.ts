import { vi } from 'vitest';
import { createRandom } from '../random.mjs';
import { compareSides } from './compare-sides.ts';
import { randomStep } from './random-step.ts';
import type { Side } from './side.ts';

/** Does the same on both sides; returns where they differ first. The clock must be a fake one. */
export async function takeRandomSteps(
  [stock, incremental]: readonly [Side, Side],
  seed: number,
  steps: number,
): Promise<string[]> {
  const random = createRandom(seed + 1_000_000);
  let what = 'opening';
  for (let count = 0; ; count++) {
    const differences = compareSides(stock, incremental);
    if (differences.length > 0) return [`seed ${seed}, after ${count} steps: ${what}`, ...differences];
    if (count === steps || stock.blocks().length > 250) return [];
    vi.setSystemTime(Date.now() + 1000);
    const step = randomStep(random, stock, count);
    what = step.what;
    const results = [await outcome(() => step.run(stock)), await outcome(() => step.run(incremental))];
    if (results[0] !== results[1]) return [`seed ${seed}, step ${count}: ${what}`, ...(results as string[])];
  }
}

async function outcome(run: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await run()) ?? '';
  } catch (error) {
    return `threw ${(error as Error).message}`;
  }
}
