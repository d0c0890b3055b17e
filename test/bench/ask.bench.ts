import { closeSync, existsSync, fsync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CallChanges } from '../../src/ask/calls/call-changes.ts';
import { CallHost } from '../../src/ask/calls/call-host.ts';
import { callSessions } from '../../src/ask/calls/call-sessions.ts';
import { Calls } from '../../src/ask/calls/calls.ts';
import type { JournalEntry } from '../../src/ask/run/journal.ts';
import { ToolRun } from '../../src/ask/run/tool-run.ts';
import { createMcpTool } from '../../src/ask/tool/create-mcp-tool.ts';
import { defaultLimits } from '../../src/session/limits.ts';
import { Sessions } from '../../src/session/sessions.ts';
import { createFileStore } from '../../src/stores/index.ts';
import { ratio, timed } from './ratio.ts';

const syncToDisk = promisify(fsync);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const ANN = { userId: 'ann', kind: 'agent', name: 'Ann' } as const;

/** When the tool last continued. */
let wentOnAt = 0;

/** Asks forever, after one step; what it shows is like a small list. */
const asking = createMcpTool('asking')
  .description('d')
  .parameters(z.object({ from: z.string() }))
  .elicits({ pick: z.object({ id: z.string() }) })
  .execute(function* ({ from }, ctx) {
    const flights = yield* ctx.step('search', () => ['A1', 'B2', 'C3'].map((id) => ({ id, from })));
    for (;;) {
      const picked = yield* ctx.elicit('pick', { message: 'Which flight?', flights });
      wentOnAt = performance.now();
      if (picked.action !== 'accept') return picked.action;
    }
  });

const accept = { action: 'accept', content: { id: 'B2' } } as const;

function openCalls(root: string, maxLive: number) {
  const sessions = new Sessions({
    store: createFileStore({ root, log }),
    limits: defaultLimits,
    kinds: [callSessions],
    log,
  });
  // Counting a user's sessions belongs to the store, and is not measured here.
  sessions.list = async () => ({ sessions: [] });
  return new Calls({ sessions, log, maxLive, tool: async () => asking });
}

async function begin(calls: Calls): Promise<string> {
  const { sessionId } = await calls.create(ANN, { tool: asking, params: { from: 'NYC' } });
  const { open } = await calls.settled(ANN, sessionId);
  return String(open[0]?.askId);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function heap(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  return process.memoryUsage().heapUsed;
}

describe('suspended tools in memory', () => {
  // On an in-memory disk if there is one: the heap is what is measured.
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tandem-bench-ask-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const COUNT = 10_000;

  test.each([
    ['live', COUNT, 4],
    ['evicted', 1, 0.2],
  ])('%s', async (name, maxLive, goal) => {
    const calls = openCalls(join(dir, name), maxLive);
    // Everything that is created once is created before.
    for (let i = 0; i < 20; i++) await begin(calls);
    const before = await heap();
    for (let i = 0; i < COUNT; i += 20) await Promise.all(Array.from({ length: 20 }, () => begin(calls)));
    const each = ((await heap()) - before) / COUNT / 1024;
    expect(calls.live).toBe(Math.min(maxLive, COUNT));
    console.log(
      `bench ask, ${COUNT} suspended tools, ${name}: ${each.toFixed(3)} KB each (goal at most ${goal} KB)`,
    );
    await calls.close();
  });
});

describe('an answer', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-bench-ask-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** The minimum that is possible: receive the answer, write it to disk, continue. */
  function bare(name: string) {
    function* body(): Generator<string, void, { action: string; content: { id: string } }> {
      for (let picked: string[] = []; ; ) picked = [...picked.slice(-3), (yield 'Which flight?').content.id];
    }
    const generator = body();
    generator.next();
    const fd = openSync(join(dir, name), 'a');
    const sample = () =>
      timed(async () => {
        writeSync(fd, `${JSON.stringify({ op: 'answered', answer: accept })}\n`);
        await syncToDisk(fd);
        generator.next(accept);
      });
    return { sample, close: () => closeSync(fd) };
  }

  test('to a suspended tool, in its journal', async () => {
    const store = createFileStore({ root: join(dir, 'journal'), log });
    const sessions = new Sessions({ store, limits: defaultLimits, kinds: [callSessions], log });
    const key = await store.create({ userId: 'ann', kind: 'tool', name: 'asking' });
    const changes = new CallChanges();
    const host = new CallHost(
      { sessions, changes, sampler: undefined },
      { ...key, tool: 'asking', clientSamples: false },
    );
    const run = new ToolRun({
      tool: asking,
      params: { from: 'NYC' },
      callId: 'c',
      userId: 'ann',
      journal: [],
      host,
    });
    await run.drive();
    let seq = 0;
    const base = bare('journal.jsonl');
    const answer = async () => {
      const start = performance.now();
      const id = String(run.waitsFor()[0]?.id);
      void run.tell({ op: 'answered', id, key: 'pick', seq: ++seq, answer: accept });
      await run.drive();
      return start;
    };
    await ratio('ask, resume: the answer in the journal and the tool gone on', {
      ours: async () => {
        const start = await answer();
        return wentOnAt - start;
      },
      base: base.sample,
      samples: 300,
      goal: 'at most 2x a bare generator and one append on disk',
    });
    await ratio('ask, the same until its next question is in the journal too', {
      ours: () => timed(answer),
      base: base.sample,
      samples: 300,
      goal: 'none: that is a second append',
    });
    base.close();
    await store.dispose();
  });

  test('with everything around it', async () => {
    const calls = openCalls(join(dir, 'sessions'), 100);
    let askId = await begin(calls);
    const base = bare('all.jsonl');
    await ratio('ask, the same with owner check, lease, history, and the wait for what comes next', {
      ours: () =>
        timed(async () => {
          await calls.respond(ANN, askId, accept);
          askId = String((await calls.settled(ANN, askId)).open[0]?.askId);
        }),
      base: base.sample,
      samples: 60,
      goal: 'none: most of it is the lease of the file store',
    });
    base.close();
    await calls.close();
  });
});

describe('replay', () => {
  const many = (count: number) =>
    createMcpTool('many')
      .description('d')
      .parameters(z.object({}))
      .elicits({ q: z.object({}) })
      .execute(function* (_params, ctx) {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += yield* ctx.step('add', () => i);
        yield* ctx.elicit('q', { message: String(sum) });
      });

  test('is linear in the length of the journal', async () => {
    const rates: number[] = [];
    for (const count of [10, 100, 1000]) {
      const tool = many(count);
      const journal: JournalEntry[] = [];
      const host = {
        append: async (entries: readonly JournalEntry[]) => void journal.push(...entries),
        sample: () => undefined,
        notice() {},
      };
      const run = (entries: readonly JournalEntry[]) =>
        new ToolRun({ tool, params: {}, callId: 'c', userId: 'ann', journal: entries, host }).drive();
      await run([]);
      const kept = structuredClone(journal);
      const times = 20_000 / count;
      for (let i = 0; i < times / 4; i++) await run(kept);
      const ms = await timed(async () => {
        for (let i = 0; i < times; i++) await run(kept);
      });
      rates.push((times / ms) * 1000);
      console.log(
        `bench ask, replays of ${count} effects: ${rates.at(-1)?.toFixed(0)} per second, ${((ms / times / count) * 1000).toFixed(2)} µs per effect`,
      );
    }
    const [ten = 0, , thousand = 1] = rates;
    console.log(
      `bench ask, a journal 100x as long takes ${(ten / thousand).toFixed(0)}x as long (goal about 100x)`,
    );
  });
});
