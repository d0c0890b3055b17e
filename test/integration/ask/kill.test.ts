import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createCleanup, tempDir } from '../harness.ts';
import { type KillPlace, killAtEach, untilKilled } from '../until-killed.ts';
import { copyFlights, openCalls, ticketsIn } from './flights.ts';
import { effectsIn, writePlanTool } from './plan-tool.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const script = fileURLToPath(new URL('kill-call.mjs', import.meta.url));

interface Booked {
  sessionId: string;
  ending: { op: string; value: { ticketNumber: string; seat: string; flight: { id: string } } };
  writes: number;
}

/** Runs the booking in a separate process; undefined if it was killed. */
function book(dir: string, ...killAt: string[]): Promise<Booked | undefined> {
  return untilKilled(script, [dir, ...killAt]);
}

function folder(): string {
  const dir = tempDir(cleanup);
  copyFlights(dir);
  return dir;
}

describe('a process that is killed', () => {
  test('at any write to the journal is followed by one that books once', async () => {
    const whole = await book(folder());
    const places = whole?.writes ?? 0;
    expect(places).toBeGreaterThan(7);
    await killAtEach(places, (place) => killAt(place, places));
  }, 120_000);

  async function killAt({ at, when }: KillPlace, places: number): Promise<void> {
    const dir = folder();
    expect(await book(dir, String(at), when), `${when} ${at}`).toBeUndefined();
    const next = await book(dir);
    if (!next) throw new Error('it was killed again');
    // Killed after its last entry, the first call was done, and the second process has started another.
    const isOver = at === places && when === 'after';
    const tickets = ticketsIn(dir);
    expect(tickets.length, `${when} ${at}`).toBe(isOver ? 2 : 1);
    expect(new Set(tickets.map(({ key }) => key)).size).toBe(tickets.length);
    expect(next.ending).toMatchObject({ op: 'completed', value: { seat: '12A' } });
    expect(tickets.at(-1)).toMatchObject({ ticketNumber: next.ending.value.ticketNumber });
  }

  test('with steps, branches and two open questions does the same, each effect once per key', async () => {
    const plan = (): string => {
      const dir = tempDir(cleanup);
      writePlanTool(dir);
      return dir;
    };
    const dir = plan();
    const whole = await book(dir);
    const names = effectsIn(dir).map(({ name }) => name);
    expect([...names].sort()).toEqual(['besides', 'clean', 'first', 'last', 'note']);
    const places = whole?.writes ?? 0;
    expect(places).toBeGreaterThan(9);
    await killAtEach(places, async ({ at, when }) => {
      const dir = plan();
      expect(await book(dir, String(at), when), `${when} ${at}`).toBeUndefined();
      const next = await book(dir);
      expect(next?.ending, `${when} ${at}`).toEqual(whole?.ending);
      const keys = new Set(effectsIn(dir).map(({ name, key }) => `${name} ${key}`));
      // Killed after its last entry, the first call was done, and the second process has started another.
      const calls = at === places && when === 'after' ? 2 : 1;
      expect(keys.size, `${when} ${at}`).toBe(calls * names.length);
    });
  }, 120_000);

  test('again and again, at every write it reaches, still books once', async () => {
    const dir = folder();
    let attempts = 0;
    let done: Booked | undefined;
    while (!done && attempts++ < 50) done = await book(dir, '2', 'before');
    expect(done?.ending).toMatchObject({ op: 'completed' });
    expect(attempts).toBeGreaterThan(3);
    expect(ticketsIn(dir)).toHaveLength(1);
  }, 120_000);
});

test('of several processes that answer one question simultaneously, one wins', async () => {
  const dir = folder();
  expect(await book(dir, '2', 'after')).toBeUndefined();
  const { open, settled } = openCalls(cleanup, dir);
  const [question] = await open();
  expect(question?.key).toBe('pickFlight');
  const sessionId = String(question?.askId).replace(/^ask_(.*)-1$/, 'sess_$1');
  const both = await Promise.all([book(dir), book(dir), book(dir)]);
  // All of them answered the same questions of the same call, or arrived when it was done and started another.
  expect(both.map((one) => one?.ending.op)).toEqual(['completed', 'completed', 'completed']);
  const all = new Set([sessionId, ...both.map((one) => one?.sessionId)]);
  expect((await settled(sessionId)).status).toBe('completed');
  expect(ticketsIn(dir)).toHaveLength(all.size);
});
