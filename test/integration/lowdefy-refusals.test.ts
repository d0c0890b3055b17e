import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

const ISO = (day: string) => `${day}T00:00:00.000Z`;

test.each([
  ['text', 'x', 'x'],
  ['area', 'a\nb', 'a\nb'],
  ['number', 12.25, 12.25],
  ['switch', true, true],
  ['check', 'true', true],
  ['choice', 'Beta', 'b'],
  ['choice', '3', 3],
  ['radio', 'two', 'two'],
  ['pressed', 'left', 'left'],
  ['several', ['red', 'blue'], ['red', 'blue']],
  ['boxes', ['Two'], [2]],
  ['complete', 'something else', 'something else'],
  ['color', '#ff0000', '#ff0000'],
  ['day', '2026-02-03', ISO('2026-02-03')],
  ['moment', '2026-02-03T10:20:00Z', '2026-02-03T10:20:00.000Z'],
  ['month', '2026-02', ISO('2026-02-01')],
  ['week', '2026-02-04', ISO('2026-02-01')],
  ['range', ['2026-02-01', '2026-02-03'], [ISO('2026-02-01'), ISO('2026-02-03')]],
  ['range', ['2026-02-03', '2026-02-01'], [ISO('2026-02-01'), ISO('2026-02-03')]],
  ['range', [], []],
  ['rating', 4, 4],
  ['rating', 'N/A', 'N/A'],
  ['phone', { input: '123', region: 'ZA' }, expect.objectContaining({ phone_number: '+27123' })],
  ['paging', { current: 2 }, { current: 2, pageSize: 10, skip: 10 }],
  ['heading', 'Title', 'Title'],
  ['paragraph', 'Words', 'Words'],
  ['grid', [{ name: 'n' }], [{ name: 'n' }]],
  ['text', null, null],
])('%s takes %j', async (blockId, value, kept) => {
  const user = await bench.open('inputs');
  expect(await user.set(blockId, value)).toMatchObject({ success: true });
  expect((await user.state()).state[blockId]).toEqual(kept);
});

describe('a value that a person could not enter is refused, and nothing changes', () => {
  test.each([
    ['text', 'x'.repeat(21), 'at most 20 characters'],
    ['text', { a: 1 }, 'takes a string'],
    ['area', 'x'.repeat(1_000_000), 'characters'],
    ['number', -1, 'at least 0'],
    ['number', 101, 'at most 100'],
    ['number', 'NaN', 'takes a number'],
    ['number', '1e999', 'finite'],
    ['number', 1.005, 'at most 2 decimals'],
    ['switch', 'yes', 'takes a boolean'],
    ['choice', 'c', 'has no option "c". Options: '],
    ['choice', 'off', 'disabled'],
    ['choice', ['a'], 'has no option'],
    ['several', ['red', 'pink'], 'has no option "pink"'],
    ['several', 'red', 'takes a list'],
    ['boxes', [1, 1], 'only once'],
    ['color', 'reddish', 'a colour'],
    ['day', '2026-02-30', 'takes a date'],
    ['day', '2019-12-31', 'is disabled'],
    ['day', '2026-01-20', 'is disabled'],
    ['range', ['2026-02-01'], 'two dates'],
    ['rating', 6, 'at most 5'],
    ['rating', 'great', 'a number'],
    ['rating', { a: 1 }, 'a number'],
    ['rating', 2.5, 'steps of 1'],
    ['phone', { input: '1', region: 'XX' }, 'has no region "XX"'],
    ['paging', { current: 'x' }, 'needs the payload'],
    ['paging', { current: 1000 }, '10 pages'],
    ['grid', 'text', 'takes a list'],
    ['grid', ['text'], 'an object for each'],
    ['fixed_heading', 'x', 'read-only'],
    ['disabled_text', 'x', 'disabled'],
    ['truthy_disabled', 'x', 'disabled'],
    ['busy_text', 'x', 'loading'],
    ['readonly_text', 'x', 'read-only'],
    ['validate', 'x', 'takes no value'],
    ['inputs', 'x', 'takes no value'],
  ])('%s: %j', async (blockId, value, sentence) => {
    const user = await bench.open('inputs');
    const before = await user.state();
    expect(await user.set(blockId, value)).toMatchObject({
      success: false,
      error: expect.stringContaining(sentence),
    });
    expect(await user.do({ type: 'setState', key: blockId, value }).then(({ success }) => success)).toBe(
      // Only inputs are blocks with a value; another id is a free key of the state.
      blockId === 'validate' || blockId === 'inputs',
    );
    const { validate: _v, inputs: _i, ...state } = (await user.state()).state;
    expect(state).toEqual(before.state);
  });
});

test('hidden blocks are refused, and keep their values until they are shown again', async () => {
  const user = await bench.open('inputs');
  await user.act(
    { type: 'setValue', blockId: 'hidden_text', value: 'kept' },
    { type: 'setValue', blockId: 'deep.inside', value: 5 },
    { type: 'setValue', blockId: 'hider', value: true },
  );
  expect((await user.set('hidden_text', 'x')).error).toBe(
    'Block "hidden_text" is hidden now; a person could not use it.',
  );
  expect((await user.set('deep.inside', 1)).error).toContain('is in "hidden_box", which is hidden');
  expect((await user.do({ type: 'setState', key: 'hidden_text', value: 'x' })).success).toBe(false);
  expect((await user.do({ type: 'setState', key: 'deep', value: {} })).error).toContain('part of');
  await user.set('hider', false);
  expect((await user.state()).state).toMatchObject({ hidden_text: 'kept', deep: { inside: 5 } });
});

test('a method gets arguments that it can use', async () => {
  const user = await bench.open('life');
  for (const args of [[], [null], ['x'], [{ open: 'yes' }]])
    expect((await user.method('modal', 'setOpen', ...args)).error).toContain('{"open": true}');
  expect((await user.method('modal', 'setOpen', { open: true })).error).toBe(
    '"modal" is opened only by the app\'s own events. Use onClick of "open_modal", which does that.',
  );
  expect((await user.method('modal', 'constructor')).error).toContain('has no method');
  expect((await user.method('modal', 'triggerEvent', { name: 'onOk' })).error).toContain('has no method');
  await user.click('open_modal');
  expect(await user.method('modal', 'setOpen', { open: false })).toMatchObject({ success: true });
  expect((await user.method('open_modal', 'open')).error).toContain('It has no methods.');
});
