import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createMemoryStore } from '../../src/stores/index.ts';
import { type BenchFolder, bareContext, doBare, fillAndClick, makeApp, makeTools } from './lowdefy-app.ts';
import { ratio, timed } from './ratio.ts';

const cli = join(import.meta.dirname, '../../dist/cli/main.js');
const CALLS = 5;
const PAGE = 'form_30';

describe('lowdefy', () => {
  let folder: BenchFolder;
  beforeAll(async () => {
    folder = await makeApp([30]);
  }, 60_000);
  afterAll(() => folder.remove());

  /** Milliseconds for one turn of ten values and a click, on average. */
  async function perTurn(turn: (actions: Record<string, unknown>[]) => Promise<unknown>): Promise<number> {
    const spent = await timed(async () => {
      for (let round = 0; round < CALLS; round++) await turn(fillAndClick(round));
    });
    return spent / CALLS;
  }

  it('interact costs little more than the engine alone', async () => {
    const context = await bareContext(folder.app, PAGE);
    const base = () => perTurn((actions) => doBare(context, actions));
    const tools = makeTools(folder.app, createMemoryStore());
    const sessionId = await tools.newSession();
    await tools.navigate(sessionId, PAGE);
    await ratio('interact of 10 values and a click, 30 blocks, vs the bare engine', {
      ours: () => perTurn((actions) => tools.interact(sessionId, actions)),
      base,
      samples: 41,
      goal: '≤ 1.3x',
    });
    await ratio('the same without a view', {
      ours: () => perTurn((actions) => tools.interact(sessionId, actions, 'none')),
      base,
      samples: 41,
      goal: '≤ 1.3x',
    });

    const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const args = [cli, 'mcp', '--dir', folder.dir];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    const call = async (name: string, given: object) => {
      const result = await client.callTool({ name, arguments: { ...given } });
      if (result.isError) throw new Error(JSON.stringify(result.content));
      return result;
    };
    const created = await call('session_create', { name: 'Bench' });
    const served = (created.structuredContent as { sessionId: string }).sessionId;
    await call('navigate', { sessionId: served, pageId: PAGE });
    await ratio('the same over stdio with the file store', {
      ours: () => perTurn((actions) => call('interact', { sessionId: served, actions })),
      base,
      samples: 41,
      goal: 'none, for information',
    });
    await client.close();
  });

  it('a session whose engine is gone continues about as fast as a page opens', async () => {
    const tools = makeTools(folder.app, createMemoryStore());
    const saved = await tools.newSession();
    await tools.navigate(saved, PAGE);
    await tools.interact(saved, fillAndClick(1));
    const [first] = fillAndClick(2);
    if (!first) throw new Error('unreachable');
    await ratio('one value in a session brought back, vs a first navigate', {
      ours: async () => {
        await tools.drop(saved);
        return timed(() => tools.interact(saved, [first]));
      },
      base: async () => {
        const fresh = await tools.newSession();
        return timed(() => tools.navigate(fresh, PAGE));
      },
      samples: 101,
      goal: '≤ 2x',
    });
  });
});
