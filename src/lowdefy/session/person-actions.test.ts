import { expect, test } from 'vitest';
import type { AppAction } from '../bridge/actions/action.ts';
import type { AppRunResult } from '../runner/app-runner.ts';
import { addPersonActions, takePersonActions } from './person-actions.ts';

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
  const first = addPersonActions({ app: 'a' }, [set('a', 1)], result(1));
  const both = addPersonActions(first, [set('b', 2)], result(1));
  const { told, data } = takePersonActions(both);
  expect(told).toEqual({
    action: 'person',
    success: true,
    did: [
      { action: 'setValue', blockId: 'a', value: 1, success: true },
      { action: 'setValue', blockId: 'b', value: 2, success: true },
    ],
  });
  expect(data).toEqual({ app: 'a' });
  expect(takePersonActions(data).told).toBeUndefined();
});

test('passwords are not reported, and of many actions only the latest are', () => {
  const actions = Array.from({ length: 30 }, (_, n) => set(n === 29 ? 'secret' : `b${n}`, n));
  const { told } = takePersonActions(addPersonActions({}, actions, result(30, ['secret'])));
  expect(told?.did).toHaveLength(20);
  expect(told?.did?.[0]?.blockId).toBe('b10');
  expect(told?.did?.at(-1)).toMatchObject({ blockId: 'secret', value: '••••' });
});

test('a long text is only mentioned: the page shows it', () => {
  const action: AppAction = { type: 'setValue', blockId: 'notes', value: 'x'.repeat(4000) };
  const { told } = takePersonActions(addPersonActions({}, [action], result(1)));
  expect(told?.did).toEqual([
    { action: 'setValue', blockId: 'notes', value: '(4002 characters)', success: true },
  ]);
});
