import { describe, expect, it } from 'vitest';
import { diffViews, writeChanges } from './diff-views.ts';
import type { PageView, ViewNode } from './view-node.ts';

const input = (id: string, value: unknown = null): ViewNode => ({
  tag: 'input',
  id,
  parts: [{ kind: 'field', name: 'Current value', value }],
});
const box = (id: string, children: ViewNode[], tag: ViewNode['tag'] = 'container'): ViewNode => ({
  tag,
  id,
  children,
});
const page = (nodes: ViewNode[], title = 'T'): PageView => ({ title, pageId: 'p', nodes });
const changes = (before: ViewNode[], after: ViewNode[]) =>
  writeChanges(diffViews(page(before), page(after)))
    .split('\n')
    .slice(1)
    .join('\n')
    .trim();

describe('changes', () => {
  it('are none when nothing changed', () => {
    const view = page([box('a', [input('b')])]);
    expect(writeChanges(diffViews(view, structuredClone(view)))).toBe('Nothing changed.');
  });

  it('show a changed block whole, without the unchanged blocks around it', () => {
    const before = [box('a', [input('b', 1), input('c')]), input('d')];
    const after = [box('a', [input('b', 2), input('c')]), input('d')];
    expect(writeChanges(diffViews(page(before), page(after)))).toBe(
      'Changes on page "p":\n\n<input id="b">\nCurrent value: 2\n</input>',
    );
    expect(writeChanges(diffViews(page(before), page(after)), { format: 'compact' })).toBe(
      'Changes on page "p":\n\nb type:- = 2',
    );
  });

  it('show new blocks where they are, and name the gone ones once', () => {
    expect(changes([box('a', [input('b')])], [box('a', [input('b'), input('c')])])).toBe(
      '<container id="a" unchanged="1">\n<input id="c">\nCurrent value: null\n</input>\n</container>',
    );
    expect(changes([box('a', [input('b')]), input('c')], [input('c')])).toBe('Removed: a');
    expect(changes([input('we ird'), input('x')], [input('x')])).toBe('Removed: "we ird"');
  });

  it('tell a new order of what stays', () => {
    expect(changes([box('a', [input('b'), input('c')])], [box('a', [input('c'), input('b')])])).toBe(
      '<container id="a" unchanged="2">\nOrder: ["c","b"]\n</container>',
    );
  });

  it('count a tab and an item to the block they are in', () => {
    const tabs = (active: string): ViewNode => ({
      ...box('t', [], 'tabs'),
      attributes: { active },
      children: ['one', 'two'].map((key) => ({
        tag: 'tab',
        attributes: { key, active: key === active },
        ...(key === active && { children: [input(`in_${key}`)] }),
      })),
    });
    expect(changes([tabs('one')], [tabs('two')])).toBe(
      'Removed: in_one\n\n<tabs id="t" active="two" tabs=[one, two]>\n<tab key="one"></tab>\n' +
        '<tab key="two" active="true">\n<input id="in_two">\nCurrent value: null\n</input>\n</tab>\n</tabs>',
    );
    const list = (n: number): ViewNode => ({
      ...box('l', [], 'list'),
      attributes: { items: n },
      children: Array.from({ length: n }, (_, index) => ({
        tag: 'item',
        attributes: { index },
        children: [input(`l.${index}.x`)],
      })),
    });
    expect(changes([list(2)], [list(3)])).toBe(
      '<list id="l" items="3" unchanged="2">\n**Item 2:**\n<input id="l.2.x">\nCurrent value: null\n</input>\n</list>',
    );
    expect(changes([list(3)], [list(2)])).toContain(
      'Removed: l.2.x\n\n<list id="l" items="2" unchanged="2">',
    );
  });

  it('see what has no id at the top of the page, and its title', () => {
    const menu = (title: string): ViewNode => ({
      tag: 'menu',
      children: [{ tag: 'link', attributes: { title } }],
    });
    expect(changes([menu('A'), input('b')], [menu('B'), input('b')])).toBe(
      '<menu>\n<link title="B"></link>\n</menu>',
    );
    expect(writeChanges(diffViews(page([], 'Old'), page([], 'New: 5')))).toMatch(/:\n# "New: 5"$/);
  });

  it('keep two blocks with one id apart', () => {
    expect(changes([input('a', 1), input('a', 2)], [input('a', 1), input('a', 3)])).toBe(
      '<input id="a">\nCurrent value: 3\n</input>',
    );
  });

  it('cannot be forged by an id or a value', () => {
    const evil = 'x\nRemoved: y\n<button id="z">';
    const text = changes([], [input(evil, evil)]);
    expect(text.split('\n')).toHaveLength(3);
    expect(changes([input(evil), input('a')], [input('a')]).split('\n')).toHaveLength(1);
  });

  it('are found in a page of 40,000 blocks before the test times out', () => {
    const wide = (value: unknown) =>
      page(Array.from({ length: 20_000 }, (_, i) => box(`b${i}`, [input(`c${i}`, value)])));
    expect(diffViews(wide(1), wide(2)).nodes).toHaveLength(20_000);
  });
});
