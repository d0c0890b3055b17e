import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadEngine } from '../../../test/shadow/side.ts';
import { isTracked } from '../engine/incremental/kept-parses.ts';
import type { LowdefyPackages } from './app.ts';
import { prepareEngine } from './prepare-engine.ts';

let packages: LowdefyPackages;

beforeAll(async () => {
  const { getContext, helpers, operators } = await loadEngine();
  packages = {
    version: '4.0.0',
    engine: { getContext },
    helpers,
    clientOperators: operators,
  } as unknown as LowdefyPackages;
});

afterEach(() => vi.unstubAllEnvs());

test('a known engine evaluates only what changed', async () => {
  const { clientOperators, note } = await prepareEngine(packages, {});
  expect(note).toBeUndefined();
  expect(isTracked(clientOperators)).toBe(true);
});

test('an engine with something missing runs as it is, and a note says so', async () => {
  const getContext = (options: object) => {
    const context = (packages.engine.getContext as (options: object) => { eventLog?: unknown })(options);
    delete context.eventLog;
    return context;
  };
  const prepared = await prepareEngine({ ...packages, engine: { ...packages.engine, getContext } }, {});
  expect(prepared.note).toContain('expected: a context has "eventLog", a list');
  expect(prepared.clientOperators).toBe(packages.clientOperators);
});

test('so does any engine if TANDEM_STOCK_ENGINE is set', async () => {
  vi.stubEnv('TANDEM_STOCK_ENGINE', '1');
  expect((await prepareEngine(packages, {})).clientOperators).toBe(packages.clientOperators);
});
