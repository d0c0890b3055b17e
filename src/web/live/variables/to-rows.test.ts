import { expect, test } from 'vitest';
import type { VariableInfo } from '../../../protocol/variable-info.ts';
import { toRows, type Wishes } from './to-rows.ts';

const info = (
  id: number,
  parentId: number,
  path: string,
  more: Partial<VariableInfo> = {},
): VariableInfo => ({
  id,
  parentId,
  path,
  type: '',
  value: null,
  properties: {},
  childIds: [],
  access: 'r',
  computeMs: 0,
  maxComputeMs: 0,
  changes: 0,
  ...more,
});
const a = { connectionId: 'a' };
const b = { connectionId: 'b' };
const INFOS = [
  info(1, 0, ''),
  info(2, 1, 'value', a),
  info(3, 2, 'name', { ...a, changes: 2, value: 'Ann' }),
  info(4, 2, 'age', { ...a, changes: 10 }),
  info(2, 1, 'value', b),
  info(3, 2, 'name', { ...b, value: 'Bob' }),
];
const WISHES: Wishes = { shape: 'tree', search: '', sort: undefined, closed: new Set() };
const shown = (wishes: Partial<Wishes>) =>
  toRows(INFOS, { ...WISHES, ...wishes }).map(({ info: { path }, depth }) => `${'-'.repeat(depth)}${path}`);

test('a tree has the pages side by side below variable 1, whose ids they do not share', () => {
  expect(shown({})).toEqual(['', '-value', '--name', '--age', '-value', '--name']);
  expect(toRows(INFOS, WISHES)[1]).toMatchObject({ key: 'a/2', hasChildren: true });
});

test('what is closed hides what is below it', () => {
  expect(shown({ closed: new Set(['a/2']) })).toEqual(['', '-value', '-value', '--name']);
});

test('a search finds any column, and shows the way to what it found, closed or not', () => {
  expect(shown({ search: 'ANN', closed: new Set(['a/2']) })).toEqual(['', '-value', '--name']);
  expect(shown({ search: 'name bob', shape: 'flat' })).toEqual(['name']);
  expect(shown({ search: 'nothing' })).toEqual([]);
});

test('numbers are sorted as numbers, siblings among themselves', () => {
  const sort = { column: 'changes', isDown: true };
  expect(shown({ sort })).toEqual(['', '-value', '--age', '--name', '-value', '--name']);
  expect(shown({ sort, shape: 'flat' }).slice(0, 2)).toEqual(['age', 'name']);
});
