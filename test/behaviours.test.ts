import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('ask/behaviours.md', import.meta.url), 'utf8');
const entries = text.split(/^(?=\d+\. )/m).slice(1);

test('the behaviours of asking tools are numbered without gaps', () => {
  expect(entries.map((entry) => Number.parseInt(entry, 10))).toEqual(entries.map((_, index) => index + 1));
});

test.each(entries.map((entry) => [entry.split('\n')[0] ?? '', entry]))('%s', (_title, entry) => {
  const held = /^ {3}`([^`]+)`: (.+)$/m.exec(entry);
  if (!held) {
    expect(entry, 'neither a test nor a reason').toContain('We differ:');
    return;
  }
  const [, file = '', name = ''] = held;
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${name}${quote}`);
  expect(
    quoted.some((one) => source.includes(one)),
    `${file} has no test "${name}"`,
  ).toBe(true);
});
