import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../src/session/session-record.ts';
import type { SessionStore } from '../../src/session/session-store.ts';
import { createFileStore, createPostgresStore } from '../../src/stores/index.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../contract/postgres-server.ts';

const USER = 'ada';
const SESSIONS = 3;
/** What a writer reports before it is suspended, and again before it is killed, at most. */
const ACKS = 100;
/** Many more, in a long run: TANDEM_TEST_KILLS=200. */
const KILLS = Number(process.env.TANDEM_TEST_KILLS ?? 12);
const script = fileURLToPath(new URL('kill-writer.mjs', import.meta.url));

type Ack =
  | { did: 'start' }
  | { did: 'save'; sessionId: string; rev: number; counter: number; writer: string }
  | { did: 'conflict'; sessionId: string; writer: string }
  | { did: 'log'; sessionId: string; counter: number };

describe.each(hasPostgres ? ['files', 'PostgreSQL'] : ['files'])(
  'processes that are killed and suspended while they save in %s',
  (kind) => {
    const isFiles = kind === 'files';
    /** A killed process has to connect again, which takes longer than a save. */
    const SAVES = isFiles ? 400 : 100;
    const root = mkdtempSync(join(tmpdir(), 'kill-'));
    const seed = Number(process.env.TANDEM_TEST_SEED ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    let postgres: PostgresServer | undefined;
    let place = root;
    let store: SessionStore;
    const saves: Array<Extract<Ack, { did: 'save' }>> = [];
    const logs: Array<Extract<Ack, { did: 'log' }>> = [];
    const conflicts: Array<Extract<Ack, { did: 'conflict' }>> = [];
    const failures: string[] = [];
    const ids: string[] = [];
    let kills = 0;

    /**
     * Run a writer for some saves, with a suspension on the way, and kill it whatever it is doing. By its own progress, not
     * by the clock: on a busy machine it would do nothing in between.
     */
    async function runOnce(): Promise<void> {
      const child = spawn(process.execPath, [script, place, USER, JSON.stringify(ids)], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stderr.on('data', (text) => failures.push(String(text)));
      const acks = readAcks(child);
      const exited = once(child, 'exit');
      await acks.more(1 + random() * ACKS);
      // A suspended writer wakes up when its version is taken, or taken and already cleaned up.
      child.kill('SIGSTOP');
      await sleep(10 + random() * 40);
      child.kill('SIGCONT');
      await acks.more(random() * ACKS);
      await sleep(random() * 10);
      child.kill('SIGKILL');
      const [, signal] = await exited;
      await acks.ended;
      if (signal === 'SIGKILL') kills++;
    }

    function readAcks(child: ChildProcess): { more(count: number): Promise<void>; ended: Promise<unknown> } {
      const lines = createInterface({ input: child.stdout ?? failed() });
      let seen = 0;
      lines.on('line', (line) => {
        seen++;
        const ack: Ack = JSON.parse(line);
        if (ack.did === 'save') saves.push(ack);
        if (ack.did === 'conflict') conflicts.push(ack);
        if (ack.did === 'log') logs.push(ack);
      });
      const ended = once(lines, 'close');
      /** Until it has reported that much more, or has ended. */
      const more = (count: number) =>
        new Promise<void>((resolve) => {
          const until = seen + count;
          const look = () => seen >= until && resolve();
          lines.on('line', look);
          void ended.then(() => resolve());
          look();
        });
      return { more, ended };
    }

    beforeAll(async () => {
      if (!isFiles) {
        postgres = await startPostgres();
        place = await postgres.emptyUrl();
      }
      store = isFiles ? createFileStore({ root, log }) : createPostgresStore({ url: place });
      for (let i = 0; i < SESSIONS; i++) {
        const made = await store.create({
          userId: USER,
          kind: 'app',
          name: `${i}`,
          data: { counter: 0, writers: [] },
        });
        ids.push(made.sessionId);
      }
      const keepRunning = async () => {
        while ((saves.length < SAVES || kills < KILLS) && failures.length === 0) await runOnce();
      };
      // Three at a time.
      await Promise.all([keepRunning(), keepRunning(), keepRunning()]);
      console.log(
        `kill test on ${kind}: seed ${seed}, ${saves.length} saves, ${conflicts.length} conflicts, ${kills} kills`,
      );
    }, 30_000 * KILLS);
    afterAll(async () => {
      await store?.dispose();
      await postgres?.stop();
      rmSync(root, { recursive: true });
    });

    const current = async (sessionId: string): Promise<SessionRecord> =>
      (await store.get({ sessionId, userId: USER })) ?? failed();

    it('had enough of both, and nothing but conflicts in between', () => {
      expect(conflicts.length).toBeGreaterThan(0);
      expect(failures).toEqual([]);
      expect(saves.length).toBeGreaterThanOrEqual(SAVES);
      expect(kills).toBeGreaterThanOrEqual(KILLS);
    });

    it('lost no session', async () => {
      const listed = (await store.list({ userId: USER })).sessions.map((s) => s.sessionId);
      expect(listed.sort()).toEqual([...ids].sort());
    });

    it.runIf(isFiles)('left no unreadable file', () => {
      expect(readdirSync(join(root, USER)).sort()).toEqual([...ids].sort());
      for (const id of ids) {
        for (const file of readdirSync(join(root, USER, id))) {
          if (file.startsWith('session-')) JSON.parse(readFileSync(join(root, USER, id, file), 'utf8'));
          else expect(file).toMatch(/^(log\.jsonl|\.tmp-[0-9a-f-]{36})$/);
        }
      }
    });

    it('contains every acknowledged save in its place, and no update twice', async () => {
      for (const id of ids) {
        const { rev, data } = await current(id);
        const writers = data.writers as string[];
        expect(data.counter).toBe(rev - 1);
        expect(writers).toHaveLength(rev - 1);
        expect(new Set(writers).size).toBe(writers.length);
        expect(data.payload).toBe(String((rev - 1) % 10).repeat(((rev - 1) * 7919) % 70_000));
        const acked = saves.filter((save) => save.sessionId === id);
        expect(new Set(acked.map((save) => save.rev)).size).toBe(acked.length);
        for (const save of acked) {
          expect(save.counter).toBe(save.rev - 1);
          expect(writers[save.counter - 1]).toBe(save.writer);
        }
      }
    });

    it('contains no save that its writer saw fail', async () => {
      for (const id of ids) {
        const { data } = await current(id);
        const told = new Set(conflicts.filter((one) => one.sessionId === id).map((one) => one.writer));
        expect((data.writers as string[]).filter((writer) => told.has(writer))).toEqual([]);
      }
    });

    it('logs every acknowledged entry completely, and none in part', async () => {
      for (const id of ids) {
        const entries = await store.readLog({ sessionId: id, userId: USER });
        const counters = entries.map((entry) => Number(entry.counter));
        for (const ack of logs.filter((one) => one.sessionId === id)) expect(counters).toContain(ack.counter);
        entries.forEach((entry, i) => {
          expect(entry.action).toBe(i % 2 ? 'end' : 'begin');
          if (i % 2) expect(entry.counter).toBe(entries[i - 1]?.counter);
        });
        expect(entries.length % 2).toBe(0);
      }
    });
  },
);

function failed(): never {
  throw new Error('the test expected something to be there');
}

/** Mulberry32: the same moments again for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
