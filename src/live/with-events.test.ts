import { expect, test } from 'vitest';
import { withEvents } from './with-events.ts';

test.each([
  [{ n: 1 }, [], { n: 1 }],
  [{ n: 1 }, ['e'], { n: 1, _events: ['e'] }],
  [null, ['e'], { _events: ['e'] }],
  [[1, 2], ['e'], { value: [1, 2], _events: ['e'] }],
  ['text', ['e'], { value: 'text', _events: ['e'] }],
])('%j with the events %j', (state, events, shown) => {
  expect(withEvents(state, events)).toEqual(shown);
});
