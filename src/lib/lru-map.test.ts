import { expect, test } from 'vitest';
import { LruMap } from './lru-map.ts';

test('a full map drops the entry that was not used for longest', () => {
  const map = new LruMap<string, number>({ max: 2 });
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('setting an entry again counts as using it', () => {
  const map = new LruMap<string, number>({ max: 2 });
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect(map.values()).toEqual([3, 4]);
});

test('what must stay is passed over, and what is dropped is reported', () => {
  const dropped: string[] = [];
  const map = new LruMap<number, string>({
    max: 2,
    canEvict: (value) => value !== 'busy',
    onEvict: (value) => dropped.push(value),
  });
  map.set(1, 'busy');
  map.set(2, 'idle');
  map.set(3, 'new');
  expect([map.values(), dropped]).toEqual([['busy', 'new'], ['idle']]);
  map.set(4, 'busy');
  map.set(5, 'busy');
  map.set(6, 'busy');
  expect(map.size).toBe(4);
});
