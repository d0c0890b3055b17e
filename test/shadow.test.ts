import { beforeAll, describe, expect, test, vi } from 'vitest';
import { trackOperators } from '../src/lowdefy/engine/incremental/kept-parses.ts';
import { makeIncremental } from '../src/lowdefy/engine/incremental/make-incremental.ts';
import { createRandom } from './random.mjs';
import { compareSides } from './shadow/compare-sides.ts';
import { directedPages } from './shadow/directed-pages.ts';
import { type PageBlock, randomPage } from './shadow/random-page.ts';
import { randomStep } from './shadow/random-step.ts';
import { type EnginePackages, loadEngine, openSide, type Side } from './shadow/side.ts';

/**
 * The stock engine and the incremental one side by side, on generated pages, compared in every part of every block after
 * every step. More pages: SHADOW_PAGES=1000. Another engine: TANDEM_TEST_LOWDEFY=FOLDER.
 */
const PAGES = Number(process.env.SHADOW_PAGES ?? 24);
const FIRST = Number(process.env.SHADOW_SEED ?? 1);
const STEPS = 40;
const SEEDS_PER_TEST = 8;

let packages: EnginePackages;
let tracked: Record<string, unknown>;

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'log').mockImplementation(() => {});
  packages = await loadEngine(process.env.TANDEM_TEST_LOWDEFY || undefined);
  const { helpers, operators } = packages;
  tracked = trackOperators(operators, {
    isStock: (name) => name !== '_plugin',
    applyIndices: helpers.applyArrayIndices,
  });
  const { context } = await openSide(packages, operators, randomPage(0));
  makeIncremental(context, helpers);
});

describe('incremental evaluation is the stock engine’s', () => {
  const firsts = Array.from(
    { length: Math.ceil(PAGES / SEEDS_PER_TEST) },
    (_, at) => FIRST + at * SEEDS_PER_TEST,
  );
  test.each(firsts)('on pages from seed %i', async (first) => {
    for (let seed = first; seed < first + SEEDS_PER_TEST; seed++) expect(await shadow(seed)).toEqual([]);
  });
});

/** What random pages come upon too seldom. */
describe('it is also where', () => {
  test.each(Object.entries(directedPages))('%s', async (_what, { page, steps }) => {
    const both = await openBoth(page);
    for (const step of steps) {
      for (const side of both) await step(side);
      expect(compareSides(...both)).toEqual([]);
    }
  });
});

async function shadow(seed: number): Promise<string[]> {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  const [stock, incremental] = await openBoth(randomPage(seed));
  const random = createRandom(seed + 1_000_000);
  let what = 'opening';
  for (let count = 0; ; count++) {
    const differences = compareSides(stock, incremental);
    if (differences.length > 0) return [`seed ${seed}, after ${count} steps: ${what}`, ...differences];
    if (count === STEPS || stock.blocks().length > 250) return [];
    vi.setSystemTime(Date.now() + 1000);
    const step = randomStep(random, stock, count);
    what = step.what;
    const results = [await outcome(() => step.run(stock)), await outcome(() => step.run(incremental))];
    if (results[0] !== results[1]) return [`seed ${seed}, step ${count}: ${what}`, ...(results as string[])];
  }
}

async function openBoth(page: PageBlock): Promise<[stock: Side, incremental: Side]> {
  return [await openSide(packages, packages.operators, page), await openSide(packages, tracked, page)];
}

async function outcome(run: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await run()) ?? '';
  } catch (error) {
    return `threw ${(error as Error).message}`;
  }
}
