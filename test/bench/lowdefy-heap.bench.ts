import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { EngineContext } from '../../src/lowdefy/engine/engine-types.ts';
import { MAX_LIVE } from '../../src/lowdefy/runner/max-live.ts';
import { createFileStore } from '../../src/stores/index.ts';
import { heap } from './heap.ts';
import {
  type BenchFolder,
  type BenchTools,
  bareContext,
  fillAndClick,
  makeApp,
  makeTools,
} from './lowdefy-app.ts';
import { ratio } from './ratio.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const PAGE = 'form_30';
/** Beyond the number of kept engines, each new session evicts the oldest. */
const EVICTED = 150;

/** The sessions' data is on disk, so that the heap contains only what the process keeps besides. */
describe('heap of lowdefy', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-bench-heap-'));
  let folder: BenchFolder;
  let tools: BenchTools;
  let stores = 0;
  beforeAll(async () => {
    folder = await makeApp([30]);
  }, 60_000);
  afterAll(async () => {
    await folder.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  const useSessions = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const sessionId = await tools.newSession();
      await tools.navigate(sessionId, PAGE);
      await tools.interact(sessionId, fillAndClick(i));
    }
  };
  const freshTools = () => {
    tools = makeTools(folder.app, createFileStore({ root: join(dir, String(stores++)), log }));
  };

  async function perContext(): Promise<number> {
    const before = await heap();
    const contexts: EngineContext[] = [];
    for (let i = 0; i < MAX_LIVE; i++) contexts.push(await bareContext(folder.app, PAGE));
    const after = await heap();
    return (after - before) / contexts.length;
  }

  it('a live session uses little more than its engine', async () => {
    await ratio('heap of a live session, 30 blocks, vs the bare engine', {
      ours: async () => {
        freshTools();
        const before = await heap();
        await useSessions(MAX_LIVE);
        return ((await heap()) - before) / MAX_LIVE;
      },
      base: perContext,
      samples: 3,
      unit: 'KB',
      goal: '≤ 300 KB',
    });
  });

  it('a session whose engine was dropped uses next to nothing', async () => {
    await ratio('heap of an evicted session, beside its saved data, vs the bare engine', {
      ours: async () => {
        freshTools();
        await useSessions(MAX_LIVE);
        const before = await heap();
        await useSessions(EVICTED);
        return ((await heap()) - before) / EVICTED;
      },
      base: perContext,
      samples: 3,
      unit: 'KB',
      goal: '≤ 20 KB',
    });
  });
});
