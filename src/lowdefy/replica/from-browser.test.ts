import { expect, test } from 'vitest';
import { fromBrowser } from './from-browser.ts';

test('dates are revived, marks of the build dropped, and the rest is plain', () => {
  expect(fromBrowser({ on: { '~d': 0 }, rows: [{ '~k': 'x', id: 1 }] }, 'It')).toEqual({
    on: new Date(0),
    rows: [{ id: 1 }],
  });
});

test.each([[{ '~e': {} }], [JSON.parse('{"__proto__": {"admin": true}}')], [{ '~d': 0, more: 1 }]])(
  'what the engine would take for something else is refused: %j',
  (value) => {
    expect(() => fromBrowser(value, 'The payload')).toThrow('The payload');
  },
);
