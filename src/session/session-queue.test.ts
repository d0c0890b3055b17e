import { expect, test } from 'vitest';
import { SessionQueue } from './session-queue.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('calls on one key run in arrival order, one at a time', async () => {
  const queue = new SessionQueue();
  const order: string[] = [];
  const first = gate();
  const calls = [
    queue.run('a', async () => {
      order.push('1 starts');
      await first.opened;
      order.push('1 ends');
    }),
    queue.run('a', async () => void order.push('2')),
    queue.run('a', async () => void order.push('3')),
  ];
  await queue.run('b', async () => void order.push('other key'));
  first.open();
  await Promise.all(calls);
  expect(order).toEqual(['1 starts', 'other key', '1 ends', '2', '3']);
});

test('a call that throws, even synchronously, lets the next one run', async () => {
  const queue = new SessionQueue();
  const failing = queue.run('a', () => {
    throw new Error('boom');
  });
  const rejecting = queue.run('a', () => Promise.reject(new Error('bang')));
  const next = queue.run('a', async () => 'ran');
  await expect(failing).rejects.toThrow('boom');
  await expect(rejecting).rejects.toThrow('bang');
  await expect(next).resolves.toBe('ran');
});

test('a waiting call can be cancelled and never runs; the one behind it does', async () => {
  const queue = new SessionQueue();
  const hold = gate();
  const controller = new AbortController();
  const ran: string[] = [];
  const holding = queue.run('a', () => hold.opened);
  const waiting = queue.run('a', async () => ran.push('waiting'), controller.signal);
  const behind = queue.run('a', async () => 'behind');
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  hold.open();
  await holding;
  await expect(behind).resolves.toBe('behind');
  expect(ran).toEqual([]);
});

test('a call whose signal is already aborted never runs', async () => {
  const queue = new SessionQueue();
  await expect(queue.run('a', async () => 1, AbortSignal.abort())).rejects.toMatchObject({
    code: 'cancelled',
  });
});

test('aborting a running call does not start the next one beside it', async () => {
  const queue = new SessionQueue();
  const hold = gate();
  const controller = new AbortController();
  const second: string[] = [];
  const running = queue.run('a', () => hold.opened, controller.signal);
  const next = queue.run('a', async () => second.push('ran'));
  await Promise.resolve();
  controller.abort();
  await Promise.resolve();
  expect(second).toEqual([]);
  hold.open();
  await running;
  await next;
  expect(second).toEqual(['ran']);
});

test('idle resolves when the last line is empty', async () => {
  const queue = new SessionQueue();
  const hold = gate();
  const running = queue.run('a', () => hold.opened);
  let idle = false;
  const waiting = queue.idle().then(() => {
    idle = true;
  });
  await Promise.resolve();
  expect(idle).toBe(false);
  hold.open();
  await running;
  await waiting;
  await queue.idle();
});
