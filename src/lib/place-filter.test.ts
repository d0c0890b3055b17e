import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPlaceFilter } from './place-filter.ts';

const dir = join(tmpdir(), 'served folder');
const { message, data } = createPlaceFilter(dir);

test.each([
  [
    `The session in ${dir}/.tandem/sessions/ann cannot be read.`,
    'The session in .tandem/sessions/ann cannot be read.',
  ],
  [`No Lowdefy app found in ${dir}: it has neither.`, 'No Lowdefy app found in .: it has neither.'],
  [`Choose another than ${dir}.`, 'Choose another than ..'],
  [
    `ENOENT: no such file or directory, open '/etc/tandem/x.yaml'`,
    `ENOENT: no such file or directory, open '…/x.yaml'`,
  ],
  ['Cannot find module /usr/lib/node_modules/x/index.js.', 'Cannot find module …/index.js.'],
  ['at file:///usr/lib/a.js:3:4', 'at …/a.js:3:4'],
  ['It is in C:\\Users\\ann\\x.txt.', 'It is in …/x.txt.'],
  ['"/usr/bin", (/var/lib/x)', '"…/bin", (…/x)'],
])('%s', (text, shown) => {
  expect(message(text)).toBe(shown);
});

test.each([
  'Not found: /api/status.',
  'Open http://localhost:8000/usr/x with GET.',
  'See https://example.com/home/x.',
  'Use either/or, 1/2, and ./usr/x or apps/usr/x.',
  `${tmpdir().slice(0, 2)}x`,
])('leaves alone: %s', (text) => {
  expect(message(text)).toBe(text);
});

test('data loses the path of the served folder only', () => {
  const other = join(tmpdir(), 'served folder-2', 'x');
  const value = { a: [`${dir}/apps`, dir, 3, null, true], b: { c: '/etc/passwd', d: `${dir}2`, other } };
  expect(data(value)).toEqual({
    a: ['apps', '.', 3, null, true],
    b: { c: '/etc/passwd', d: `${dir}2`, other },
  });
});
