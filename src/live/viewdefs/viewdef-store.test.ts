import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ViewdefStore } from './viewdef-store.ts';

let base = '';
let clock = 1_700_000_000;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'tandem-views-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Each write has a distinct time, however fast the machine is. */
function write(name: string, html: string): void {
  const file = join(base, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
  utimesSync(file, ++clock, clock);
}

const view = (text: string) => `<!-- a view -->\n<template><p>${text}</p></template>\n`;

test('finds views of the folder and of its apps, by type and namespace', () => {
  write('viewdefs/lua.ViewList.DEFAULT.html', view('list'));
  write('apps/contacts/viewdefs/Contact.list-item.html', view('contact'));
  write('apps/contacts/viewdefs/notes.txt', 'no view');
  write('apps/contacts/viewdefs/Nameless.html', view('no namespace'));
  const store = new ViewdefStore(base);
  expect(store.scan().sort()).toEqual(['Contact.list-item', 'lua.ViewList.DEFAULT']);
  expect(store.all().find(({ key }) => key === 'Contact.list-item')?.html).toBe(view('contact'));
  expect(store.scan()).toEqual([]);
});

test('reports what changed and what was removed', () => {
  write('viewdefs/A.DEFAULT.html', view('one'));
  write('viewdefs/B.DEFAULT.html', view('b'));
  const store = new ViewdefStore(base);
  store.scan();
  write('viewdefs/A.DEFAULT.html', view('two'));
  rmSync(join(base, 'viewdefs/B.DEFAULT.html'));
  expect(store.scan().sort()).toEqual(['A.DEFAULT', 'B.DEFAULT']);
  expect(store.all().map(({ html }) => html)).toEqual([view('two')]);
});

test('a broken file is reported, and the last good view stays', () => {
  write('viewdefs/A.DEFAULT.html', view('good'));
  const store = new ViewdefStore(base);
  store.scan();
  write('viewdefs/A.DEFAULT.html', '<div>no template</div>');
  expect(store.scan()).toEqual([]);
  expect([...store.broken.values()]).toEqual([expect.stringContaining('exactly one <template>')]);
  expect(store.all()[0]?.html).toBe(view('good'));
  write('viewdefs/A.DEFAULT.html', view('mended'));
  expect(store.scan()).toEqual(['A.DEFAULT']);
  expect(store.broken.size).toBe(0);
});

test('an uploaded view takes precedence over a file, also for a later process', () => {
  write('viewdefs/A.DEFAULT.html', view('file'));
  const store = new ViewdefStore(base);
  store.scan();
  store.upload('A', 'DEFAULT', view('uploaded'));
  expect(store.all().map(({ html }) => html)).toEqual([view('uploaded')]);
  expect(new ViewdefStore(base, { uploaded: store.uploaded() }).all()).toEqual([
    { key: 'A.DEFAULT', html: view('uploaded') },
  ]);
});

test.each([
  ['two elements', 'A', 'DEFAULT', `${view('a')}${view('b')}`],
  ['no template', 'A', 'DEFAULT', '<p>x</p>'],
  ['an open template', 'A', 'DEFAULT', '<template><p>x</p>'],
  ['a type that is a path', '../A', 'DEFAULT', view('x')],
  ['a namespace with a dot', 'A', 'a.b', view('x')],
])('refuses %s', (_name, type, namespace, html) => {
  const store = new ViewdefStore(base);
  expect(() => store.upload(type, namespace, html)).toThrow(/view/i);
  expect(store.all()).toEqual([]);
});

test('a template may contain templates', () => {
  const html = '<template><template><b>inner</b></template></template>';
  expect(new ViewdefStore(base).upload('A', 'DEFAULT', html).key).toBe('A.DEFAULT');
});
