import { expect, test } from 'vitest';
import type { AppAction } from '../bridge/actions/action.ts';
import type { AppRunResult } from '../runner/app-runner.ts';
import { noteActions, takeNews } from './meanwhile.ts';

const ann = { userId: 'ann', kind: 'person', name: 'Ann' } as const;
const annsAgent = { userId: 'ann', kind: 'agent', name: "Ann's agent" } as const;
const bensAgent = { userId: 'ben', kind: 'agent', name: "Ben's agent" } as const;
const set = (blockId: string, value: number): AppAction => ({ type: 'setValue', blockId, value });
const result = (count: number, secrets: string[] = []): AppRunResult => ({
  log: [],
  done: Array.from({ length: count }, () => ({ action: 'setValue', success: true })),
  data: {},
  page: undefined,
  secrets,
  changed: false,
  lost: [],
});

test("the person's actions are reported once, in order", () => {
  const first = noteActions({ app: 'a' }, ann, [set('a', 1)], result(1));
  const both = noteActions(first, ann, [set('b', 2)], result(1));
  const { news, data } = takeNews(both, annsAgent);
  expect(news).toEqual([
    {
      action: 'person',
      success: true,
      did: [
        { action: 'setValue', blockId: 'a', value: 1, success: true },
        { action: 'setValue', blockId: 'b', value: 2, success: true },
      ],
    },
  ]);
  expect(data).toEqual({ app: 'a', heard: expect.anything() });
  expect(takeNews(data, annsAgent).news).toEqual([]);
  const more = noteActions(data, ann, [set('c', 3)], result(1));
  expect(takeNews(more, annsAgent).news).toMatchObject([{ did: [{ blockId: 'c' }] }]);
});

test('an agent that works alone is not told of itself, and nothing is noted for it', () => {
  const { data } = takeNews({}, annsAgent);
  expect(noteActions(data, annsAgent, [set('a', 1)], result(1))).toBe(data);
});

test('several agents each read what the others and the person did, by name and once', () => {
  let { data } = takeNews({}, annsAgent);
  ({ data } = takeNews(data, bensAgent));
  data = noteActions(data, bensAgent, [set('a', 1)], result(1));
  data = noteActions(data, ann, [set('b', 2)], result(1));
  const forAnn = takeNews(data, annsAgent);
  expect(forAnn.news).toMatchObject([
    { action: 'agent', by: "Ben's agent", did: [{ blockId: 'a' }] },
    { action: 'person', did: [{ blockId: 'b' }] },
  ]);
  expect(forAnn.news[1]).not.toHaveProperty('by');
  const forBen = takeNews(forAnn.data, bensAgent);
  expect(forBen.news).toMatchObject([{ action: 'person', by: 'Ann', did: [{ blockId: 'b' }] }]);
  expect(forBen.data).not.toHaveProperty('meanwhile');
  expect(takeNews(forBen.data, annsAgent).news).toEqual([]);
});

test('passwords are not reported, and of many actions only the latest are', () => {
  const actions = Array.from({ length: 30 }, (_, n) => set(n === 29 ? 'secret' : `b${n}`, n));
  const [told] = takeNews(noteActions({}, ann, actions, result(30, ['secret'])), annsAgent).news;
  expect(told?.did).toHaveLength(20);
  expect(told?.did?.[0]?.blockId).toBe('b10');
  expect(told?.did?.at(-1)).toMatchObject({ blockId: 'secret', value: '••••' });
});

test('a long text is only mentioned: the page shows it', () => {
  const action: AppAction = { type: 'setValue', blockId: 'notes', value: 'x'.repeat(4000) };
  const [told] = takeNews(noteActions({}, ann, [action], result(1)), annsAgent).news;
  expect(told?.did).toEqual([
    { action: 'setValue', blockId: 'notes', value: '(4002 characters)', success: true },
  ]);
});

test('of text that a person types in pauses only the last is told, and nothing of hidden blocks', () => {
  const typed = ['S', 'Se', 'Sec'].reduce<Record<string, unknown>>(
    (data, value) =>
      noteActions(data, ann, [{ type: 'setValue', blockId: 'a', value } as AppAction], result(1)),
    {},
  );
  const all = noteActions(typed, ann, [set('salary', 1)], { ...result(1), hidden: ['salary'] });
  expect(takeNews(all, annsAgent).news).toMatchObject([
    { action: 'person', did: [{ blockId: 'a', value: 'Sec' }] },
  ]);
});
