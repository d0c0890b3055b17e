import { expect, test } from 'vitest';
import { fromFrameSchema } from './frame-messages.ts';

const call = { type: 'triggerEvent', blockId: 'save', event: 'onClick' };
const calls = { type: 'calls', number: 1, visit: 1, calls: [call] };

test('the frame can send calls of components', () => {
  expect(fromFrameSchema.safeParse(calls).success).toBe(true);
});

test.each([
  ['a confirmation', { ...calls, confirmed: true }],
  ['a confirmation of one call', { ...calls, calls: [{ ...call, confirmed: true }] }],
  ['a session', { ...calls, sessionId: 'sess_other' }],
  ['an approval', { type: 'approve', id: 'ask_1' }],
  ['an action of agents', { ...calls, calls: [{ type: 'setState', key: 'a', value: 1 }] }],
  [
    'a method that is not a list’s',
    { ...calls, calls: [{ ...call, type: 'callMethod', method: 'setOpen' }] },
  ],
  ['too many calls', { ...calls, calls: Array.from({ length: 201 }, () => call) }],
])('the frame cannot send %s', (_what, message) => {
  expect(fromFrameSchema.safeParse(message).success).toBe(false);
});
