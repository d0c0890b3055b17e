import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openQuestions } from './choose.ts';

const FRUIT = ['apple', 'pear', 'plum'].map((value) => ({ label: value, value }));

/** Questions whose answers are typed in advance, line by line as they are asked for. */
function answering(...lines: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += String(chunk);
    if (/\]: $/.test(shown)) {
      shown += '\n';
      input.write(`${lines.shift()}\n`);
    }
  });
  return { questions: openQuestions(input as never, output as never), shown: () => shown };
}

test('an empty line takes what is offered', async () => {
  const { questions, shown } = answering('', '', '0');
  expect(await questions.one('Which?', FRUIT)).toBe('apple');
  expect(await questions.some('Which?', FRUIT, ['pear', 'plum'])).toEqual(['pear', 'plum']);
  expect(await questions.some('Which?', FRUIT, ['pear'])).toEqual([]);
  expect(shown()).toContain('Which?\n  1  apple\n  2  pear\n  3  plum\n');
  questions.close();
});

test('what is not on the list is asked again', async () => {
  const { questions, shown } = answering('7', 'x', '2', '1,9', '3, 1');
  expect(await questions.one('Which?', FRUIT)).toBe('pear');
  expect(await questions.some('Which?', FRUIT, [])).toEqual(['plum', 'apple']);
  expect(shown().match(/Enter a number from 1 to 3\./g)).toHaveLength(2);
  expect(shown()).toContain('Enter numbers from 1 to 3, such as 1,3.');
  questions.close();
});
