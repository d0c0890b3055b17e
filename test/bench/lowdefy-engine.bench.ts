import { afterAll, beforeAll, describe, it } from 'vitest';
import { createMemoryStore } from '../../src/stores/index.ts';
import { type BenchFolder, bareContext, doBare, fillAndClick, makeApp, makeTools } from './lowdefy-app.ts';
import { cpuTimed, ratio } from './ratio.ts';

/** Goals per number of blocks: the engine's work alone, and a whole call. */
const GOALS = [
  { blocks: 30, engine: '≤ 0.067x', call: '≤ 0.3x', samples: 41 },
  { blocks: 300, engine: '≤ 0.04x', call: '≤ 0.08x', samples: 15 },
  { blocks: 1_000, engine: '≤ 0.04x', call: '≤ 0.05x', samples: 7 },
];

const TURNS = 5;

/** Several in a row, so that the garbage of the stock engine is collected on the time of few of them. */
async function perTurn(turn: () => Promise<unknown>): Promise<number> {
  const spent = await cpuTimed(async () => {
    for (let i = 0; i < TURNS; i++) await turn();
  });
  return spent / TURNS;
}

/** CPU time of ten values and a click on pages of different sizes, compared with the stock engine by itself. */
describe('engine of lowdefy', () => {
  let folder: BenchFolder;
  beforeAll(async () => {
    folder = await makeApp(GOALS.map(({ blocks }) => blocks));
  }, 120_000);
  afterAll(() => folder.remove());

  it.each(GOALS)('evaluates only what changed, $blocks blocks', async ({ blocks, engine, call, samples }) => {
    const pageId = `form_${blocks}`;
    let round = 0;
    const stock = await bareContext(folder.app, pageId);
    const incremental = await bareContext(folder.app, pageId, 'incremental');
    const base = () => cpuTimed(() => doBare(stock, fillAndClick(++round)));
    await ratio(`engine work of 10 values and a click, ${blocks} blocks, vs the stock engine`, {
      ours: () => perTurn(() => doBare(incremental, fillAndClick(++round))),
      base,
      samples,
      warmUp: 10,
      goal: engine,
    });
    const tools = makeTools(folder.app, createMemoryStore());
    const sessionId = await tools.newSession();
    await tools.navigate(sessionId, pageId);
    await ratio(`the whole interact, ${blocks} blocks, vs the stock engine`, {
      ours: () => perTurn(() => tools.interact(sessionId, fillAndClick(++round))),
      base,
      samples,
      warmUp: 10,
      goal: call,
    });
    await ratio(`opening a page in the engine, ${blocks} blocks, vs the stock engine`, {
      ours: () => cpuTimed(() => bareContext(folder.app, pageId, 'incremental')),
      base: () => cpuTimed(() => bareContext(folder.app, pageId)),
      samples,
      goal: '≤ 0.6x',
    });
  });
});
