import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../random.mjs';
import { createCleanup } from './harness.ts';
import { nextCall } from './lowdefy/random-script.ts';
import { openWorkbench, userOf, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let live: Workbench;
let restored: Workbench;
beforeAll(async () => {
  // Each with a database of its own, in which the same happens.
  [live, restored] = await Promise.all([openWorkbench(cleanup), openWorkbench(cleanup)]);
});

const SCRIPTS = 50;
const STEPS = 9;
/** Another run can be repeated with LOWDEFY_SEED. */
const SEED = Number(process.env.LOWDEFY_SEED ?? 20261115);

describe('a session that is restored before every call equals one that never stopped', () => {
  test.each(Array.from({ length: SCRIPTS }, (_, i) => SEED + i))('script of seed %i', async (seed) => {
    const random = createRandom(seed);
    const users = [await live.open(), await restored.open()] as const;
    let pageId: string | null = null;
    for (let step = 0; step < STEPS; step++) {
      const { tool, args } = nextCall(random, pageId);
      const at = `seed ${seed}, step ${step}: ${tool} ${JSON.stringify(args)}`;
      const a = await live.call(tool, { sessionId: users[0].sessionId, view: 'full', ...args });
      restored.restart();
      const b = await restored.call(tool, { sessionId: users[1].sessionId, view: 'full', ...args });
      expect(b, at).toEqual(a);
      restored.restart();
      const [before, after] = [
        await read(live, users[0].sessionId),
        await read(restored, users[1].sessionId),
      ];
      expect(after, at).toEqual(before);
      pageId = /"pageId":"(\w+)"/.exec(before)?.[1] ?? null;
    }
  });
});

async function read(bench: Workbench, sessionId: string): Promise<string> {
  return (await bench.call('get_state', { sessionId })).text;
}

describe('what a restart must not lose', () => {
  test('rows of nested lists, and values of hidden fields in them', async () => {
    const user = await restored.open('lists');
    await user.act(
      { type: 'callMethod', blockId: 'orders', method: 'pushItem' },
      { type: 'callMethod', blockId: 'orders', method: 'pushItem' },
      { type: 'setValue', blockId: 'orders.1.secret', value: 'hidden words' },
      { type: 'setValue', blockId: 'orders.1.name', value: 'plain' },
      { type: 'callMethod', blockId: 'orders.1.lines', method: 'pushItem' },
      { type: 'setValue', blockId: 'orders.1.lines.0.due', value: '2026-01-02' },
    );
    restored.restart();
    await user.set('show_lists', true);
    restored.restart();
    expect((await user.state()).state).not.toHaveProperty('orders');
    await user.set('show_lists', false);
    restored.restart();
    await user.set('orders.1.name', 'open');
    expect((await user.state()).state.orders).toMatchObject([
      { name: 'first' },
      { name: 'open', secret: 'hidden words', lines: [{ due: '2026-01-02T00:00:00.000Z' }] },
      { name: null },
    ]);
  });

  test('values of hidden inputs whose ids share a path with visible ones', async () => {
    const user = await restored.open('inputs');
    await user.act(
      { type: 'setValue', blockId: 'deep.inside', value: 5 },
      { type: 'setValue', blockId: 'deep.always', value: 'shown' },
      { type: 'setValue', blockId: 'hider', value: true },
    );
    restored.restart();
    await user.set('hider', false);
    expect((await user.state()).state.deep).toMatchObject({ inside: 5, always: 'shown' });
  });

  test('the state that Reset returns to', async () => {
    const user = await restored.open('inputs');
    const before = await user.state();
    await user.set('text', 'other');
    restored.restart();
    await user.click('reset');
    expect(await user.state()).toEqual(before);
  });

  test('the history, inputs and the query in the address', async () => {
    const user = await restored.open();
    await user.navigate('target', { input: { name: 'n' }, urlQuery: { id: 5 } });
    await user.navigate('links');
    restored.restart();
    expect(await user.click('back')).toMatchObject({ navigatedTo: 'target' });
    expect((await user.state()).state).toMatchObject({ input: { name: 'n' }, query: { id: 5 } });
  });

  test('responses of requests, and a table that shows them', async () => {
    const user = await restored.open('data');
    const before = [await user.state(), await user.page()];
    restored.restart();
    expect([await user.state(), await user.page()]).toEqual(before);
  });

  test('a request that was running no longer returns, and does not block the page', async () => {
    const user = await restored.open('data');
    const key = { sessionId: user.sessionId, userId: 'local' };
    const record = await restored.sessions.store.get(key);
    if (!record) throw new Error('no record');
    const text = JSON.stringify(record).replaceAll('"loading":false', '"loading":true');
    await restored.sessions.store.save(JSON.parse(text));
    restored.restart();
    const log = await user.act({ type: 'setValue', blockId: 'note', value: 'x' });
    expect(log[0]).toMatchObject({ action: 'restore', warnings: [expect.stringContaining('still running')] });
  });

  test('two processes take turns', async () => {
    const user = await restored.open('inputs');
    const here = userOf(restored, user.sessionId);
    await user.set('area', 'one');
    restored.restart();
    await here.set('number', 4);
    expect((await user.state()).state).toMatchObject({ area: 'one', number: 4 });
  });
});

test('engines of idle sessions are dropped and restored', async () => {
  const first = await live.open('inputs');
  await first.set('area', 'kept');
  // More sessions than engines are kept.
  for (let i = 0; i < 55; i++) await live.open('home');
  expect((await first.state()).state.area).toBe('kept');
});
