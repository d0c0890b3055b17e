import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../src/lowdefy/app/app.ts';
import { loadApp } from '../src/lowdefy/app/load-app.ts';
import { isTracked } from '../src/lowdefy/engine/incremental/kept-parses.ts';
import { type EnginePackages, openSide, type Side } from './shadow/side.ts';
import { takeRandomSteps } from './shadow/take-random-steps.ts';

/** Apps that are also compared with the real client. More steps: SHADOW_STEPS=200. */
const APPS = [
  'parity/apps/first',
  'parity/apps/forms',
  'examples/invoices',
  'test/integration/lowdefy/app',
  'test/integration/lowdefy/components',
];
const STEPS = Number(process.env.SHADOW_STEPS ?? 12);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each(APPS)('the pages of %s are evaluated as by the stock engine', async (dir) => {
  const app = await loadApp({ dir: join(import.meta.dirname, '..', dir), log: quiet, env: {} });
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] });
  const packages = toPackages(app);
  expect(isTracked(packages.operators)).toBe(true);
  for (const [seed, { pageId }] of app.pages.entries()) {
    const page = await app.packages.api.getPageConfig(app.createApiContext(USER), { pageId });
    // Not for this user.
    if (!page) continue;
    const open = async (operators: Record<string, unknown>): Promise<Side> =>
      withoutDelays(await openSide(packages, operators, page));
    // With another table than the tracked one, the engine evaluates as it would by itself.
    const both = [await open({ ...packages.operators }), await open(packages.operators)] as const;
    expect([pageId, ...(await takeRandomSteps(both, seed, STEPS))]).toEqual([pageId]);
  }
  await app.close();
});

const USER = { name: 'Ann', roles: ['admin', 'manager', 'editor'] };

function toPackages({ packages }: App): EnginePackages {
  const { engine, helpers, clientOperators, actions, blockMetas } = packages;
  return {
    getContext: engine.getContext as EnginePackages['getContext'],
    helpers: helpers as unknown as EnginePackages['helpers'],
    operators: clientOperators,
    actions: { ...actions, Wait: async () => {} },
    metas: blockMetas,
  };
}

function withoutDelays(side: Side): Side {
  const blocks = () => {
    const all = side.blocks();
    for (const { Events } of all) for (const event of Object.values(Events.events)) event.debounce = null;
    return all;
  };
  return { ...side, blocks };
}
