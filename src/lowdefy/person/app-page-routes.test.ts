import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PresentPeople } from '../../area/present-people.ts';
import type { RouteContext, SocketConnection } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import { createLogger } from '../../lib/logger.ts';
import type { AppSessionState } from '../../protocol/app-session-state.ts';
import type { Sessions } from '../../session/sessions.ts';
import { createAppPageRoutes } from './app-page-routes.ts';
import type { AppPages } from './app-pages.ts';
import type { Replicas } from './replicas.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that follows a session whose state `look` returns. */
function follow(look: () => Promise<Partial<AppSessionState>>) {
  const sent: unknown[] = [];
  const close = vi.fn();
  let leave = () => {};
  const connection = {
    send: (text: string) => void sent.push(JSON.parse(text)),
    close,
    onMessage: () => {},
    onClose: (listener: () => void) => {
      leave = listener;
    },
  };
  const pages = { revOf: async () => 1, look, people: new PresentPeople() } as unknown as AppPages;
  const nobody = () => () => {};
  const sessions = { onChange: nobody, onOthersChange: nobody } as unknown as Sessions;
  const { sockets } = createAppPageRoutes(() => ({
    pages,
    replicas: {} as Replicas,
    sessions,
    log: createLogger('silent'),
  }));
  sockets[0]?.connect(
    connection as SocketConnection,
    { principal: {}, params: { id: 'sess_1' } } as unknown as RouteContext,
  );
  return { sent, close, leave: () => leave() };
}

test('a session that is busy in another process is read again later and stays on the page', async () => {
  let isBusy = true;
  const { sent, close, leave } = follow(async () => {
    if (isBusy) throw new TandemError('busy', 'Wait.');
    return { rev: 1 };
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect([sent, close.mock.calls]).toEqual([[], []]);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toEqual([{ rev: 1 }]);
  leave();
  expect(vi.getTimerCount()).toBe(0);
});

test('an app with a problem is read again, but not continuously', async () => {
  const look = vi.fn(async () => ({ rev: 1, problem: 'It is broken.' }));
  follow(look);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(look).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(look).toHaveBeenCalledTimes(2);
});

test('while an agent of the app is answering, the page is read again until the answer is complete', async () => {
  const pages = [{ isAnswering: true }, { isAnswering: true }, {}].map((page) => ({ rev: 1, ...page }));
  const look = vi.fn(async () => pages.shift() ?? { rev: 1 });
  follow(look);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(look).toHaveBeenCalledTimes(3);
});
