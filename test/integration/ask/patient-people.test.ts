import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CallResult, type Library, openClient, type Reply } from '../client-legs.ts';
import { createCleanup, eventually } from '../harness.ts';
import { openCalls } from './flights.ts';
import { payments, writePayTool } from './pay-tool.ts';

const cleanup = createCleanup();
afterEach(async () => {
  vi.useRealTimers();
  await cleanup.run();
});

const MINUTE = 60_000;
const LEGS = (['2.x auto', '2.x legacy', '1.x'] as Library[]).flatMap((library) => [
  [library, '10 minutes', 10 * MINUTE] as const,
  [library, '10 weeks', 10 * 7 * 24 * 60 * MINUTE] as const,
]);

const textOf = ({ content }: CallResult) => content[0]?.text ?? '';

describe.each(LEGS)('a person at a client %s who takes %s', (library, _words, time) => {
  /** So much time passes: what is due every few seconds need not run each time. */
  const pass = async (dir: string) => {
    vi.setSystemTime(Date.now() + time);
    const { calls, sessions } = openCalls(cleanup, dir);
    await sessions.sweep();
    await calls.sweep();
  };

  test('is heard: the answer arrives, the tool continues, and it pays once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const asked: ((reply: Reply) => void)[] = [];
    const ask = () => new Promise<Reply>((resolve) => void asked.push(resolve));
    const client = await openClient(cleanup, library, 'http', ask, { prepare: writePayTool });
    const paying = client.call('pay', { bill: 'B-1' });
    await eventually('the question', () => asked.length > 0);
    if (library === '2.x auto') {
      // The newer era: the form is the client's own, and nobody waits for it.
      await pass(client.dir);
      asked[0]?.({ action: 'accept', content: { ok: true } });
      expect(JSON.parse(textOf(await paying))).toEqual({ paid: 'B-1' });
    } else {
      await vi.advanceTimersByTimeAsync(51_000);
      const { askId, ...waiting } = JSON.parse(textOf(await paying)) as { askId: string };
      expect(waiting).toMatchObject({ status: 'waiting', message: 'Pay B-1?' });
      await pass(client.dir);
      // The agent calls again, and again it is the call that waits.
      const again = JSON.parse(textOf(await client.call('pay', { bill: 'B-1' }))) as { askId: string };
      expect(again.askId).toBe(askId);
      await openCalls(cleanup, client.dir).answer(askId, { ok: true });
      await openCalls(cleanup, client.dir).settled(askId);
      const { structuredContent } = await client.call('ask_result', { askId });
      expect(structuredContent).toEqual({ status: 'done', result: { paid: 'B-1' } });
    }
    expect(asked).toHaveLength(1);
    expect(payments(client.dir)).toEqual(['B-1']);
  });
});
