import { expect, test } from 'vitest';
import { buildWorker } from './build-worker.ts';
import { soak } from './soak.ts';

/** `100x1000`: so many sessions and steps instead of the few that every run does. */
const [sessions = 4, steps = 100] = (process.env.TANDEM_SOAK ?? '').split('x').filter(Boolean).map(Number);

test(
  `${sessions} sessions of ${steps} random steps end with every page telling the truth`,
  async () => {
    buildWorker();
    const started = performance.now();
    const result = await soak({ sessions, steps, alive: 10, seed: Number(process.env.TANDEM_SEED ?? 1) });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `soak: ${result.steps} steps in ${seconds} s, memory held ${result.held.toFixed(2)}x, resident ${result.resident.toFixed(2)}x of the level after the first ones`,
    );
    expect(result.problems).toEqual([]);
  },
  60 * 60_000,
);
