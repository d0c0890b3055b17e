import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromFrame } from '../protocol/frame-messages.ts';
import { CallOutbox } from './call-outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const sent: Extract<FromFrame, { type: 'calls' }>[] = [];
  const outbox = new CallOutbox(
    (message) => void (message.type === 'calls' && sent.push(message)),
    () => 7,
  );
  const type = (value: string) =>
    outbox.add({ type: 'setValue', blockId: 'name', value }, { key: 'name value', isTyped: true });
  const click = () => outbox.add({ type: 'triggerEvent', blockId: 'save', event: 'onClick' });
  return { outbox, sent, type, click };
}

test('typed text is sent in pauses, and only the last of it', async () => {
  const { sent, type } = open();
  void type('A');
  void type('Ad');
  await vi.advanceTimersByTimeAsync(150);
  expect(sent).toEqual([]);
  void type('Ada');
  await vi.advanceTimersByTimeAsync(250);
  expect(sent).toEqual([
    { type: 'calls', number: 1, visit: 7, calls: [{ type: 'setValue', blockId: 'name', value: 'Ada' }] },
  ]);
});

test('a click sends what was typed before it, in order, without a pause', async () => {
  const { sent, type, click } = open();
  void type('Ada');
  void click();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent[0]?.calls.map((call) => call.type)).toEqual(['setValue', 'triggerEvent']);
});

test('one batch is under way at a time, and the next follows at once', async () => {
  const { outbox, sent, type, click } = open();
  const first = click();
  await vi.advanceTimersByTimeAsync(0);
  void type('A');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
  outbox.done(1, [{ success: false, error: 'It is disabled.' }]);
  await expect(first).resolves.toEqual({ success: false, error: 'It is disabled.' });
  expect(sent).toHaveLength(2);
});

test('nothing of a page that was left is sent', async () => {
  const { outbox, sent, type } = open();
  const typed = type('Ada');
  outbox.clear();
  await vi.advanceTimersByTimeAsync(1000);
  await expect(typed).resolves.toMatchObject({ success: false });
  expect(sent).toEqual([]);
});

test('when calls are refused, none of them has succeeded', async () => {
  const { outbox, type, click } = open();
  const both = Promise.all([type('Ada'), click()]);
  await vi.advanceTimersByTimeAsync(0);
  outbox.refuse(1, { error: 'The page changed.' });
  const refused = { success: false, error: 'The page changed.' };
  await expect(both).resolves.toEqual([refused, refused]);
});
