import { expect, test } from 'vitest';
import { dropRepeats } from './drop-repeats.ts';

test('a reason is reported once', () => {
  const failed = { requestId: 'get', success: false, error: 'No table.' };
  expect(
    dropRepeats({
      action: 'triggerEvent',
      success: false,
      error: 'No table.',
      requestResults: [failed, { ...failed, error: 'No rights.' }],
      messages: ['No table.', 'No rights.', 'Try later.'],
    }),
  ).toEqual({
    action: 'triggerEvent',
    success: false,
    error: 'No table.',
    requestResults: [
      { requestId: 'get', success: false },
      { requestId: 'get', success: false, error: 'No rights.' },
    ],
    messages: ['Try later.'],
  });
});

test('a failed request whose chain continued keeps its reason', () => {
  const item = {
    action: 'triggerEvent',
    success: true,
    requestResults: [{ requestId: 'get', success: false, error: 'No table.' }],
  };
  expect(dropRepeats(item)).toEqual(item);
});
