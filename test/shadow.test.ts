import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { trackOperators } from '../src/lowdefy/engine/incremental/kept-parses.ts';
import { makeIncremental } from '../src/lowdefy/engine/incremental/make-incremental.ts';
import { compareSides } from './shadow/compare-sides.ts';
import type { DirectedPage } from './shadow/directed-page.ts';
import { directedPages } from './shadow/directed-pages.ts';
import { directedReads } from './shadow/directed-reads.ts';
import { type PageBlock, randomPage } from './shadow/random-page.ts';
import { type EnginePackages, loadEngine, openSide, type Side } from './shadow/side.ts';
import { takeRandomSteps } from './shadow/take-random-steps.ts';

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

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.spyOn(Math, 'random').mockRestore();
});

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
  test.each(Object.entries(directedPages))('%s', (_what, directed) => follow(directed));
});

describe('it notices a change of', () => {
  test.each(Object.entries(directedReads))('%s', (_what, directed) => follow(directed));
});

/** Both sides have the same time and the same luck, which change with each step. */
async function follow({ page, steps }: DirectedPage): Promise<void> {
  const luck = vi.spyOn(Math, 'random').mockReturnValue(0);
  const both = await openBoth(page);
  for (const [count, step] of steps.entries()) {
    vi.setSystemTime(Date.now() + 1000);
    luck.mockReturnValue((count + 0.5) / steps.length);
    for (const side of both) await step(side);
    expect(compareSides(...both)).toEqual([]);
  }
}

async function shadow(seed: number): Promise<string[]> {
  return takeRandomSteps(await openBoth(randomPage(seed)), seed, STEPS);
}

async function openBoth(page: PageBlock): Promise<[stock: Side, incremental: Side]> {
  return [await openSide(packages, packages.operators, page), await openSide(packages, tracked, page)];
}
