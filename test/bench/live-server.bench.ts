import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, test } from 'vitest';
import { createCleanup, tempDir } from '../integration/harness.ts';
import { type Live, startLive } from '../integration/live/start-live.ts';
import { ratio, timed } from './ratio.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const CALLS = 100;
const FILE = 'apps/app/app.lua';
const app = (text: string) => `App = session:prototype("App", { n = 0 })
function App:label() return "${text}" end
app = app or App:new()
`;

let live: Live;
beforeAll(async () => {
  live = await startLive(cleanup, 'stdio', { files: { [FILE]: app('0') } });
  await live.start();
  await live.agent.ask('ui_display', { name: 'app' });
});

test('ui_run over stdio against a tool that does nothing', async () => {
  const args = [join(import.meta.dirname, 'noop-server.mjs'), 'stdio', tempDir(cleanup)];
  const noop = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await noop.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  cleanup.add(() => noop.close());
  const calls = (work: () => Promise<unknown>) => async () =>
    (await timed(async () => {
      for (let i = 0; i < CALLS; i++) await work();
    })) / CALLS;
  await ratio('ui_run round trip, stdio, against no-op', {
    ours: calls(() => live.agent.ask('ui_run', { code: 'return 1 + 1' })),
    base: calls(() => noop.callTool({ name: 'noop', arguments: { text: 'x' } })),
    goal: '≤ 2x',
  });
});

test('hot loading from the saved file to the page, against the time a file must rest', async () => {
  const page = await live.page();
  const label = await page.create(1, 'value.label()');
  await page.until('the label', () => page.values.get(label) === '0');
  let round = 0;
  await ratio('hot load, file to page', {
    ours: () => {
      const text = String(++round);
      return timed(async () => {
        live.write(FILE, app(text));
        await page.until('the new label', () => page.values.get(label) === text);
      });
    },
    base: () => 100,
    goal: '≤ 1.5x',
    samples: 11,
  });
});
