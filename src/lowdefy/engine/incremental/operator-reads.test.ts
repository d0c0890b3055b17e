import { expect, test } from 'vitest';
import { noteOf } from './operator-reads.ts';

/** What an operator reports when it runs; `never` if its result may not be cached. */
function reported(name: string, isStock: boolean, params: unknown): unknown[] {
  const seen: unknown[] = [];
  const log = { add: (...read: unknown[]) => seen.push(read), never: () => seen.push('never') };
  const applyIndices = (_indices: number[], path: string | number) => path;
  noteOf(name, isStock)?.({ params, arrayIndices: [], location: 'block' }, log as never, applyIndices);
  return seen;
}

test('operators of Lowdefy report what they read', () => {
  expect(reported('_state', true, 'a.b')).toEqual([['state', 'a.b']]);
  expect(reported('_sum', true, [1, 2])).toEqual([]);
});

test('a plugin’s operator is evaluated every time, even under a name of Lowdefy', () => {
  expect(reported('_weather', true, 'Rome')).toEqual(['never']);
  expect(reported('_state', false, 'a.b')).toEqual(['never']);
  expect(reported('_sum', false, [1, 2])).toEqual(['never']);
});
