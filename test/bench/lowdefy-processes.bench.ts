import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { AppRunner } from '../../src/lowdefy/runner/app-runner.ts';
import { openEnginePool } from '../../src/lowdefy/runner/engine-pool.ts';
import { createMemoryStore } from '../../src/stores/index.ts';
import { type BenchFolder, type BenchTools, fillAndClick, makeApp, makeTools } from './lowdefy-app.ts';
import { ratio, timed } from './ratio.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const SESSIONS = 8;
const TURNS = 3;
/** A few hundred milliseconds of pure computation. */
const BURN = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => {
    let sum = 0;
    for (let i = 0; i < 3e7; i++) sum = (sum + i) % 7;
    parentPort.postMessage(sum);
  });`;

/** Echoes its input, in a thread and in a process. */
const ECHO = `
  const { parentPort } = require('node:worker_threads');
  const port = parentPort ?? process;
  port.on('message', (message) => parentPort ? parentPort.postMessage(message) : process.send(message));`;

/** Engines in their own processes, compared with the same engines in this one. */
describe('processes of lowdefy', () => {
  let folder: BenchFolder;
  let pool: AppRunner;
  let tools: BenchTools;
  beforeAll(async () => {
    folder = await makeApp([30, 300]);
    pool = await openEnginePool({
      app: { dir: folder.dir, env: {}, settings: {} },
      stuckMs: 60_000,
      maxHeapMb: 2048,
      log,
    });
    tools = makeTools(pool, createMemoryStore());
  }, 60_000);
  afterAll(async () => {
    await pool.close();
    await folder.remove();
  });

  async function open(on: BenchTools, pageId: string): Promise<string> {
    const sessionId = await on.newSession();
    await on.navigate(sessionId, pageId);
    return sessionId;
  }

  it('sessions on big pages run in parallel', async () => {
    const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => open(tools, 'form_300')));
    const turn = (sessionId: string, round: number) =>
      tools.interact(sessionId, fillAndClick(round).slice(6));
    let round = 0;
    await ratio(`${SESSIONS} sessions on 300 blocks side by side, vs one after the other`, {
      ours: () => timed(() => Promise.all(sessions.map((id) => turn(id, ++round)))),
      base: () =>
        timed(async () => {
          for (const id of sessions) await turn(id, ++round);
        }),
      samples: 9,
      goal: '≥ 1.6x on 2 cores',
      kind: 'speed',
    });
  });

  it('and as much faster as this machine lets two threads be, right now', async () => {
    // On shared cores two threads get less than twice the time of one, and nothing in them could do better.
    const burn = () => new Worker(BURN, { eval: true });
    const workers = [burn(), burn()];
    const work = (worker: Worker) =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage(1);
      });
    await ratio('two bare threads side by side, vs one after the other', {
      ours: () => timed(() => Promise.all(workers.map(work))),
      base: () =>
        timed(async () => {
          for (const worker of workers) await work(worker);
        }),
      samples: 9,
      goal: 'none: the most that the above can be',
      kind: 'speed',
    });
    await Promise.all(workers.map((worker) => worker.terminate()));
  });

  for (const blocks of [30, 300])
    it(`the round trip to a process costs little, ${blocks} blocks`, async () => {
      const here = makeTools(folder.app, createMemoryStore());
      const page = `form_${blocks}`;
      const [inOther, inThis] = [await open(tools, page), await open(here, page)];
      const perTurn = async (on: BenchTools, sessionId: string) =>
        (await timed(async () => {
          for (let round = 0; round < TURNS; round++) await on.interact(sessionId, fillAndClick(round));
        })) / TURNS;
      await ratio(
        `interact of 10 values and a click, ${blocks} blocks, in a process of its own vs in this one`,
        {
          ours: () => perTurn(tools, inOther),
          base: () => perTurn(here, inThis),
          samples: 15,
          goal: '≤ 1.15x',
        },
      );
    });

  it('a hop to a process costs more than one to a thread, and little of a call', async () => {
    const thread = new Worker(ECHO, { eval: true });
    const child = spawn(process.execPath, ['--eval', ECHO], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [message] = fillAndClick(1);
    const HOPS = 200;
    const hops = async (hop: () => Promise<unknown>) =>
      (await timed(async () => {
        for (let i = 0; i < HOPS; i++) await hop();
      })) / HOPS;
    await ratio('a hop to a process and back, vs to a thread', {
      ours: () =>
        hops(() => {
          child.send(message ?? {});
          return once(child, 'message');
        }),
      base: () =>
        hops(() => {
          thread.postMessage(message);
          return once(thread, 'message');
        }),
      goal: 'none: three of them are in a call of several ms',
    });
    child.kill();
    await thread.terminate();
  });

  it('memory of an engine, compared with an idle Node process', async () => {
    const bare = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    const started: ChildProcess[] = [];
    const note = (event: unknown) => void started.push((event as { process: ChildProcess }).process);
    subscribe('child_process', note);
    const other = await openEnginePool({
      app: { dir: folder.dir, env: {}, settings: {} },
      stuckMs: 60_000,
      maxHeapMb: 2048,
      log,
    });
    await open(makeTools(other, createMemoryStore()), 'form_30');
    unsubscribe('child_process', note);
    const page = started.find(({ spawnargs }) => spawnargs.some((arg) => arg.endsWith('page-process.js')));
    await ratio('resident memory of the process of pages, vs a bare process', {
      ours: () => residentMb(page?.pid),
      base: () => residentMb(bare.pid),
      samples: 3,
      unit: 'MB',
      goal: '≤ 4x',
    });
    bare.kill();
    await other.close();
  });
});

function residentMb(pid = 0): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}
