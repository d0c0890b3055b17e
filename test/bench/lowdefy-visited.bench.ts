import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { EngineContext } from '../../src/lowdefy/engine/engine-types.ts';
import { createFileStore } from '../../src/stores/index.ts';
import { heap } from './heap.ts';
import { type BenchFolder, type BenchTools, bareContext, makeApp, makeTools } from './lowdefy-app.ts';
import { ratio, timed } from './ratio.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const VISITED = Array.from({ length: 90 }, (_, i) => `visited_${i}`);
const LAST = 'form_30';

/** The cost of a session that has visited many pages, compared with one that has visited one. */
describe('visited pages of lowdefy', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-bench-visited-'));
  let folder: BenchFolder;
  let tools: BenchTools;
  beforeAll(async () => {
    folder = await makeApp([30], VISITED);
    tools = makeTools(folder.app, createFileStore({ root: dir, log }));
  }, 120_000);
  afterAll(async () => {
    await folder.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  async function open(...pageIds: string[]): Promise<string> {
    const sessionId = await tools.newSession();
    for (const pageId of pageIds) await tools.navigate(sessionId, pageId);
    return sessionId;
  }
  const fill = (sessionId: string, value: string) =>
    tools.interact(sessionId, [{ type: 'setValue', blockId: 'field_0', value }], 'none');

  it('the cost of restoring depends on the current page', async () => {
    const [many, one] = [await open(...VISITED, LAST), await open(LAST)];
    const restore = async (sessionId: string) => {
      await tools.drop(sessionId);
      return timed(() => fill(sessionId, 'text'));
    };
    await ratio(`first call after a restart, ${VISITED.length + 1} visited pages, vs 1`, {
      ours: () => restore(many),
      base: () => restore(one),
      goal: '≤ 2x',
    });
  });

  it('the cost of a call depends on the current page', async () => {
    const [many, one] = [await open(...VISITED, LAST), await open(LAST)];
    let round = 0;
    await ratio(`a field filled, ${VISITED.length + 1} visited pages, vs 1`, {
      ours: () => timed(() => fill(many, `text ${++round}`)),
      base: () => timed(() => fill(one, `text ${++round}`)),
      goal: '≤ 2x',
    });
  });

  it('a page left long ago uses little memory', async () => {
    await ratio('heap of a visited page of 30 blocks, vs the bare engine', {
      ours: async () => {
        const before = await heap();
        await open(...VISITED);
        return ((await heap()) - before) / VISITED.length;
      },
      base: async () => {
        const before = await heap();
        const contexts: EngineContext[] = [];
        for (const pageId of VISITED) contexts.push(await bareContext(folder.app, pageId));
        return ((await heap()) - before) / contexts.length;
      },
      samples: 3,
      unit: 'KB',
      goal: '≤ 0.2x',
    });
  });
});
