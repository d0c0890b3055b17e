import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import type { LogEntry } from '../../src/session/session-record.ts';
import { createFileStore, createMemoryStore } from '../../src/stores/index.ts';
import { fillAndClick, makeApp, makeTools } from './lowdefy-app.ts';
import { noteGrowth } from './performance-tables.ts';
import { cpuTimed, median } from './ratio.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** CPU time of one call while one thing grows; what is steeper than the thing itself would be a fault. */
describe('growth', () => {
  const dir = mkdtempSync(join(tmpdir(), 'growth-bench-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  async function middle(samples: number, work: (at: number) => Promise<unknown>): Promise<number> {
    for (let at = 0; at < 3; at++) await work(at);
    const all: number[] = [];
    for (let at = 3; at < samples + 3; at++) all.push(await cpuTimed(() => work(at)));
    return median(all);
  }

  function report(what: string, head: string[], lines: (string | number)[][]): void {
    const shown = lines.map((line) => line.map((cell) => cell.toLocaleString('en-US')));
    for (const line of shown) console.log(`bench growth of ${what}: ${line.join(', ')}`);
    noteGrowth(what, head, shown);
  }

  const rounded = (ms: number) => ms.toFixed(ms < 10 ? 2 : 0);

  it('of blocks', async () => {
    const sizes = [13, 30, 100, 300, 1_000, 3_000];
    const folder = await makeApp(sizes);
    const lines: (string | number)[][] = [];
    for (const size of sizes) {
      const tools = makeTools(folder.app, createMemoryStore());
      const sessionId = await tools.newSession();
      await tools.navigate(sessionId, `form_${size}`);
      const call = await middle(15, (at) => tools.interact(sessionId, fillAndClick(at)));
      const open = await middle(5, async () => tools.navigate(await tools.newSession(), `form_${size}`));
      lines.push([size, rounded(call), rounded(open)]);
    }
    await folder.remove();
    report('blocks', ['blocks', 'ten values and a click, ms', 'a first visit, ms'], lines);
  }, 600_000);

  it('of the history', async () => {
    const lines: (string | number)[][] = [];
    for (const count of [10, 100, 1_000, 10_000, 100_000]) {
      const store = createFileStore({ root: join(dir, `history-${count}`), log });
      const record = await store.create({ userId: 'ada', kind: 'app', name: 'A' });
      const entry: LogEntry = {
        timestamp: new Date().toISOString(),
        actor: { userId: 'ada', name: 'bench', kind: 'agent' },
        action: 'setValue',
        detail: { blockId: 'a' },
      };
      const entries = Array.from({ length: count }, () => entry);
      await store.appendLog(record, entries);
      const append = await middle(15, () => store.appendLog(record, entries.slice(0, 1)));
      const read = await middle(5, () => store.readLog(record, { after: count - 10, limit: 10 }));
      lines.push([count, rounded(append), rounded(read)]);
    }
    report('history', ['entries', 'adding one, ms', 'reading the last ten, ms'], lines);
  }, 600_000);

  it('of sessions', async () => {
    const lines: (string | number)[][] = [];
    const store = createFileStore({ root: join(dir, 'sessions'), log });
    const saved = await store.create({ userId: 'ada', kind: 'app', name: 'A' });
    let record = saved;
    let made = 1;
    for (const count of [1, 10, 100, 1_000, 10_000]) {
      for (; made < count; made++) await store.create({ userId: 'ada', kind: 'app', name: `${made}` });
      const save = await middle(15, async () => {
        record = await store.save(record);
      });
      const list = await middle(5, () => store.list({ userId: 'ada', limit: 50 }));
      lines.push([count, rounded(save), rounded(list)]);
    }
    report('sessions', ['sessions of a user', 'saving one, ms', 'listing the first 50, ms'], lines);
  }, 600_000);
});
