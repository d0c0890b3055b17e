import { expect, test } from 'vitest';
import { FolderProblems } from './folder-problems.ts';

const here = import.meta.filename;

test('a broken view is news once, and again when it is broken in another way', () => {
  const problems = new FolderProblems();
  expect(problems.setBrokenViews(new Map([['A.html', 'no template']]))).toEqual(['A.html: no template']);
  expect(problems.setBrokenViews(new Map([['A.html', 'no template']]))).toEqual([]);
  expect(problems.setBrokenViews(new Map([['A.html', 'two templates']]))).toEqual(['A.html: two templates']);
  expect(problems.setBrokenViews(new Map())).toEqual([]);
  expect(problems.setBrokenViews(new Map([['A.html', 'two templates']]))).toEqual(['A.html: two templates']);
});

test('lists problems of files that are there; those of Lua files stay when views are fixed', () => {
  const problems = new FolderProblems();
  problems.set(here, 'it does not load');
  problems.set('/nowhere/gone.lua', 'it does not load');
  problems.setBrokenViews(new Map());
  expect(problems.list()).toEqual(['it does not load']);
  problems.delete(here);
  expect(problems.list()).toEqual([]);
});
