import { expect, test } from 'vitest';
import { checkResponseSize } from './response-size.ts';

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(1000) }));

test('a response within the limit passes', () => {
  for (const response of [undefined, null, 5, 'text', new Date(), rows(1000), Buffer.alloc(1024)])
    expect(() => checkResponseSize(response, 1)).not.toThrow();
});

test.each([
  ['rows', rows(3000)],
  ['one long text', { text: 'x'.repeat(3_000_000) }],
  ['bytes', { file: Buffer.alloc(3_000_000) }],
  ['many small values', Array.from({ length: 400_000 }, () => ({ a: 1 }))],
])('%s beyond it are refused with size and limit', (_, response) => {
  expect(() => checkResponseSize(response, 1)).toThrow(
    /^its response has about \d MB, and mcp\.limits\.maxResponseMb is 1\. Request fewer rows/,
  );
});

test('deep nesting is no problem', () => {
  let deep: unknown = 'end';
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(() => checkResponseSize(deep, 1)).not.toThrow();
});
