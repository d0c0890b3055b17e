import { expect, test } from 'vitest';
import { toShownResponse } from './shown-response.ts';

test('a small response is shown whole, with dates as text', () => {
  const at = Date.UTC(2026, 0, 31);
  expect(toShownResponse([{ id: 1, at: { '~d': at } }])).toEqual([{ id: 1, at: '2026-01-31T00:00:00.000Z' }]);
  expect(toShownResponse(null)).toBeNull();
  expect(toShownResponse(undefined)).toBeUndefined();
});

test('a long one is shown by its first row, or by its length', () => {
  const rows = Array.from({ length: 50 }, (_, id) => ({ id, name: 'some name' }));
  expect(toShownResponse(rows)).toEqual({
    rows: 50,
    first: [{ id: 0, name: 'some name' }],
    note: 'cut; see get_state',
  });
  expect(toShownResponse('x'.repeat(400))).toBe('(402 characters; see get_state)');
});
