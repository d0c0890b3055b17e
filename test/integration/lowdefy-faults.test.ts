import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../../src/lowdefy/app/app.ts';
import { adapterFor } from '../../src/lowdefy/engine/adapter-for.ts';
import type { BlockTree } from '../../src/lowdefy/engine/engine-adapter.ts';
import type { EngineContext } from '../../src/lowdefy/engine/engine-types.ts';
import { createCleanup } from './harness.ts';
import { openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
afterEach(() => void vi.useRealTimers());

let bench: Workbench;
let whole: App;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
  whole = bench.app;
});
afterEach(() => bench.restart(whole));

const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });

/** The same app on an engine that throws when it should set the value of a block. */
function withFaultyBlock(app: App, blockId: string): App {
  const getContext = app.packages.engine.getContext as (options: object) => EngineContext;
  const faulty = (options: object) => {
    const context = getContext(options);
    const visit = ({ block, areas, items }: BlockTree): void => {
      if (block.blockId === blockId)
        block.setValue = () => {
          throw new TypeError('nothing to write to');
        };
      for (const trees of [areas, ...items].flatMap((all) => Object.values(all))) trees.forEach(visit);
    };
    visit(adapterFor(context).tree(context));
    return context;
  };
  return { ...app, packages: { ...app.packages, engine: { ...app.packages.engine, getContext: faulty } } };
}

test('an unexpected error fails its own action: those around it are done, reported and saved', async () => {
  bench.restart(withFaultyBlock(whole, 'number'));
  const user = await bench.open('inputs');
  const log = await user.act(set('area', 'before'), set('number', 4), set('text', 'after'));
  expect(log).toMatchObject([
    { blockId: 'area', success: true },
    { blockId: 'number', success: false, error: expect.stringMatching(/^Internal error err_\w+/) },
    { blockId: 'text', success: true },
  ]);
  expect(JSON.stringify(log)).not.toContain('nothing to write to');
  bench.restart();
  expect((await user.state()).state).toMatchObject({ area: 'before', text: 'after' });
});

test('after a failed save a session is as it was saved: nothing is lost, and nothing counts twice', async () => {
  const user = await bench.open('lists');
  const add = { type: 'callMethod', blockId: 'orders', method: 'pushItem' };
  const count = async () => ((await user.state()).state.orders as unknown[]).length;
  await user.act(add);
  expect(await count()).toBe(2);
  vi.spyOn(bench.sessions.store, 'save').mockRejectedValueOnce(new Error('no room on the disk'));
  await expect(user.act(add)).rejects.toThrow('no room on the disk');
  // Another process uses the session, so that it gets the number that the failed save would have had.
  const saved = await bench.sessions.store.get({ sessionId: user.sessionId, userId: 'local' });
  if (saved) await bench.sessions.store.save(saved);
  expect(await count()).toBe(2);
  await user.act(add);
  expect(await count()).toBe(3);
});

test('a request without a response is abandoned after 60 s, and the session continues', async () => {
  const api = { ...whole.packages.api, callRequest: () => new Promise<never>(() => {}) };
  const user = await bench.open('data');
  bench.restart({ ...whole, packages: { ...whole.packages, api } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await user.set('note', 'kept');
  const clicked = user.click('add');
  let isAnswered = false;
  void clicked.then(() => {
    isAnswered = true;
  });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  // What else the engine waits for, such as the page being drawn.
  const advancing = setInterval(() => vi.advanceTimersByTime(100), 5);
  const item = await clicked.finally(() => clearInterval(advancing));
  expect(item).toMatchObject({
    success: false,
    error: expect.stringContaining('Request "add_note" timed out after 60 s. It may still be running'),
  });
  expect((await user.state()).state.note).toBe('kept');
});
