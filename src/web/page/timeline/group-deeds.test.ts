import { expect, test } from 'vitest';
import type { ShownDeed } from '../../../protocol/deed.ts';
import { groupDeeds } from './group-deeds.ts';

const deed = (id: string, call: string, more: Partial<ShownDeed> = {}): ShownDeed => ({
  id,
  call,
  timestamp: `2026-01-01T00:00:0${id}Z`,
  actor: { kind: 'person', name: 'Ann', userId: 'ann' },
  verb: 'did',
  ...more,
});

test('what one call did is together, in its order; the newest call is first', () => {
  const groups = groupDeeds([deed('1', 'a'), deed('2', 'b'), deed('3', 'b'), deed('4', 'c')]);
  expect(groups.map(({ deeds }) => deeds.map(({ id }) => id))).toEqual([['4'], ['2', '3'], ['1']]);
});

test('text that arrives while it is typed is one deed, with what was there before the first of it', () => {
  const typed = (id: string, before: string, after: string) =>
    deed(id, id, { fold: 'name', changes: [{ before, after }] });
  const groups = groupDeeds([typed('1', 'x', 'A'), typed('2', 'A', 'An'), typed('3', 'An', 'Ann')]);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.deeds).toMatchObject([{ id: '1', changes: [{ before: 'x', after: 'Ann' }] }]);
});

test('what different people typed is not one deed, nor what was typed elsewhere in between', () => {
  const other = { kind: 'person', name: 'Bob', userId: 'bob' } as const;
  const groups = groupDeeds([
    deed('1', '1', { fold: 'name' }),
    deed('2', '2', { fold: 'name', actor: other }),
    deed('3', '3', { fold: 'city', actor: other }),
    deed('4', '4', { fold: 'name', actor: other }),
  ]);
  expect(groups).toHaveLength(4);
});
