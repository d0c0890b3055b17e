import { expect, test } from 'vitest';
import { problemOf, readLiveMessages } from './live-messages.ts';

test.each([
  [{ type: 'create', data: { id: 2, parentId: 1, properties: {} } }, undefined],
  [{ type: 'update', data: { varId: 2, value: null } }, undefined],
  [{ type: 'update', data: { varId: '2' } }, 'update needs an integer "varId".'],
  [
    { type: 'error', data: { code: 'x', description: '' } },
    expect.stringContaining('Unknown message type "error"'),
  ],
  [null, 'A message is { "type": …, "data": { … } }.'],
])('%j from a page: %j', (message, problem) => {
  expect(problemOf(message)).toEqual(problem);
});

test('a page takes messages alone or as an array, and leaves out those it does not know', () => {
  const update = { type: 'update', data: { varId: 1, properties: { viewdefs: '{}' } } };
  const error = { type: 'error', data: { code: 'bad-message', description: 'No.' } };
  expect(readLiveMessages(JSON.stringify(update))).toEqual([update]);
  const others = [
    null,
    5,
    { type: 'update' },
    { type: 'create', data: { id: 1 } },
    { type: 'new', data: {} },
  ];
  expect(readLiveMessages(JSON.stringify([update, ...others, error]))).toEqual([update, error]);
});
