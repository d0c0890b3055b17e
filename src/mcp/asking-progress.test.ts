import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AskingProgress } from './asking-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function call(progressToken?: string) {
  const sent: { progress: number; message: string }[] = [];
  const cancel = new AbortController();
  const mcpReq = {
    id: 1,
    signal: cancel.signal,
    _meta: progressToken === undefined ? {} : { progressToken },
    notify: async ({ params }: { params: { progress: number; message: string } }) => void sent.push(params),
  };
  return { sdk: { mcpReq } as unknown as ServerContext, sent, cancel };
}

const MINUTE = 60_000;

test('a caller that waits hears something every ten seconds, always more than before', () => {
  const asking = new AskingProgress();
  const { sdk, sent } = call('t');
  asking.begin(sdk);
  vi.advanceTimersByTime(MINUTE);
  expect(sent).toHaveLength(6);
  expect(sent.every(({ progress }, i) => progress > (sent[i - 1]?.progress ?? 0) && progress < 0.01)).toBe(
    true,
  );
  asking.end(sdk);
  vi.advanceTimersByTime(MINUTE);
  expect(sent).toHaveLength(6);
});

test('one that cancels, or did not ask to hear, hears nothing', () => {
  const asking = new AskingProgress();
  const cancelled = call('t');
  asking.begin(cancelled.sdk);
  cancelled.cancel.abort();
  const quiet = call();
  asking.begin(quiet.sdk);
  vi.advanceTimersByTime(MINUTE);
  expect([cancelled.sent, quiet.sent]).toEqual([[], []]);
  expect(vi.getTimerCount()).toBe(0);
});
