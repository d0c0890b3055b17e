import { expect, test } from 'vitest';
import { mergeChat, toChatLines } from './chat-lines.ts';

const agent = (text: string) => ({ from: 'agent' as const, text });
const person = (text: string) => ({ from: 'person' as const, text });

test('lines, bare texts and nonsense', () => {
  expect(toChatLines(null)).toEqual([]);
  expect(toChatLines(['hi', { from: 'person', text: 'yes' }, { text: 3 }, null])).toEqual([
    agent('hi'),
    person('yes'),
    agent('3'),
    agent(''),
  ]);
});

test('own lines stand where they were said', () => {
  const own = [
    { after: 0, text: 'hello' },
    { after: 1, text: 'and?' },
  ];
  expect(mergeChat([agent('hi'), agent('well')], own)).toEqual([
    person('hello'),
    agent('hi'),
    person('and?'),
    agent('well'),
  ]);
  expect(mergeChat([], own)).toEqual([person('hello'), person('and?')]);
});

test('what the session tells by itself is not said twice', () => {
  const own = [{ after: 1, text: 'again' }];
  expect(mergeChat([person('again')], own)).toEqual([person('again'), person('again')]);
  expect(mergeChat([person('again'), person('again'), agent('yes')], own)).toEqual([
    person('again'),
    person('again'),
    agent('yes'),
  ]);
});
