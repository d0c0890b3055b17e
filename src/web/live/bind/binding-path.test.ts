import { expect, test } from 'vitest';
import { isOn, parseBindingPath } from './binding-path.ts';

test('path and options, bare names as true, and what is written in percent', () => {
  expect(parseBindingPath('name')).toEqual({ path: 'name', options: {} });
  expect(parseBindingPath(' items?wrapper=lua.ViewList&keypress&label=a+b%26c&x= ')).toEqual({
    path: 'items',
    options: { wrapper: 'lua.ViewList', keypress: 'true', label: 'a b&c', x: '' },
  });
  expect(parseBindingPath('a?x=100%').options).toEqual({ x: '100%' });
});

test('a flag is on unless it says otherwise', () => {
  expect(['true', '1', 'yes'].map(isOn)).toEqual([true, true, true]);
  expect([undefined, '', 'false'].map(isOn)).toEqual([false, false, false]);
});
