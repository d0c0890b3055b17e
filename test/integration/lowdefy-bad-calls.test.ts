import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../random.mjs';
import { createCleanup } from './harness.ts';
import { badCall } from './lowdefy/bad-calls.ts';
import { type Answer, openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

const CALLS = 1_000;
const SEED = Number(process.env.LOWDEFY_SEED ?? 7);
const SENTENCE = /^[A-Z"a-z].{8,}[.?)]$/s;

test('a thousand bad calls: each is refused in a sentence, changes nothing, and leaves nothing behind', async () => {
  const random = createRandom(SEED);
  const user = await bench.open('inputs');
  await user.act(
    { type: 'setValue', blockId: 'number', value: 13 },
    { type: 'triggerEvent', blockId: 'validate', event: 'onClick' },
  );
  const state = JSON.stringify(await user.state());
  const page = await user.page();
  let heap = 0;
  for (let i = 0; i < CALLS; i++) {
    const { tool, args } = badCall(random, user.sessionId);
    const at = `seed ${SEED}, call ${i}: ${tool} ${inspect(args, { depth: 5, maxStringLength: 60 }).slice(0, 900)}`;
    const answer = await bench.call(tool, args).catch((error: unknown) => {
      throw new Error(`${at}\nended in ${(error as Error).stack}`);
    });
    for (const refusal of refusals(answer, at)) {
      expect(refusal, at).toMatch(SENTENCE);
      expect(refusal.length, at).toBeLessThan(2_000);
    }
    expect(JSON.stringify(await user.state()), at).toBe(state);
    if (i % 100 === 0) expect(await user.page(), at).toBe(page);
    // The first calls fill caches.
    if (i === 200) heap = collectedHeap();
  }
  expect(await user.page()).toBe(page);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(collectedHeap() - heap).toBeLessThan(30_000_000);
  // Whatever was refused, the session continues.
  expect(await user.set('number', 4)).toMatchObject({ success: true });
});

/** The sentences of a call that must not have had any effect. */
function refusals({ isError, text, log }: Answer, at: string): string[] {
  if (isError) return [text];
  expect(log.length, at).toBeGreaterThan(0);
  return log.map((item) => {
    expect(item.success, `${at}\n${JSON.stringify(item)}`).toBe(false);
    return item.error ?? '';
  });
}

function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
