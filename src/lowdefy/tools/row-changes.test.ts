import { describe, expect, test } from 'vitest';
import type { ViewPart } from '../../view/view-node.ts';
import { rowChanges } from './row-changes.ts';

type TablePart = Extract<ViewPart, { kind: 'table' }>;

/** A table of people, of which the first ten are shown. */
function table(names: string[], total = names.length): TablePart {
  const rows = names.map((name) => [name, `${name} street`]);
  return {
    kind: 'table',
    columns: ['Name', 'Street'],
    rows: rows.slice(0, 10),
    rest: rows.slice(10),
    from: 0,
    total,
  };
}

const people = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `p${from + i}`);
const field = (name: string, value: unknown) => ({ kind: 'field', name, value });

describe('changes of a table', () => {
  test('name a new row by its number, wherever it is', () => {
    expect(rowChanges(table(people(0, 50)), table(['new', ...people(0, 50)]))).toEqual([
      field('New rows', { 0: ['new', 'new street'] }),
    ]);
    expect(rowChanges(table(people(0, 50)), table([...people(0, 50), 'new']))).toEqual([
      field('New rows', { 50: ['new', 'new street'] }),
    ]);
  });

  test('tell changed rows from new and gone ones', () => {
    const after = table(people(0, 12));
    after.rows[3] = ['p3', 'Elsewhere'];
    expect(rowChanges(table(people(0, 12)), after)).toEqual([
      field('Changed rows', { 3: ['p3', 'Elsewhere'] }),
    ]);
    expect(rowChanges(table(people(0, 12)), table(people(1, 12)))).toEqual([
      field('Gone rows', { 0: ['p0', 'p0 street'] }),
    ]);
  });

  test('do not take rows for gone that were pushed past the last one that was read', () => {
    const before = table(people(0, 200), 1000);
    expect(rowChanges(before, table(['new', ...people(0, 199)], 1001))).toEqual([
      field('New rows', { 0: ['new', 'new street'] }),
    ]);
    // Nor rows for new that came into sight because another one is gone.
    expect(rowChanges(before, table(people(1, 201), 999))).toEqual([
      field('Gone rows', { 0: ['p0', 'p0 street'] }),
    ]);
  });

  test('are the number of rows if only rows beyond those changed', () => {
    expect(rowChanges(table(people(0, 200), 1000), table(people(0, 200), 1001))).toEqual([
      field('Rows', 1001),
    ]);
  });

  test('are the table itself if most of it is another, or its columns are', () => {
    expect(rowChanges(table(people(0, 30)), table(people(30, 60)))).toBeUndefined();
    expect(rowChanges(table(people(0, 3)), table(['x', 'y']))).toBeUndefined();
    expect(rowChanges(table(['a', 'b']), { ...table(['a']), columns: ['Name'] })).toBeUndefined();
    expect(rowChanges(table(people(0, 30)), { ...table(people(10, 20)), from: 10 })).toBeUndefined();
  });

  test('are the table itself if its rows are in another order', () => {
    expect(rowChanges(table(people(0, 3)), table(people(0, 3).reverse()))).toBeUndefined();
  });

  test('keep rows apart that look the same', () => {
    expect(rowChanges(table(['a', 'a', 'b']), table(['a', 'a', 'a', 'b']))).toEqual([
      field('New rows', { 2: ['a', 'a street'] }),
    ]);
  });
});
