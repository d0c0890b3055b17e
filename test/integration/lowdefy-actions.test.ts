import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { NOTIFIED, testGeneration } from './lowdefy/test-lowdefy.ts';
import { openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

describe('interact', () => {
  test('performs its actions in order, logs each, and continues after a failed one', async () => {
    const user = await bench.open('inputs');
    const log = await user.act(
      { type: 'setValue', blockId: 'text', value: 'hello' },
      { type: 'setValue', blockId: 'txet', value: 'x' },
      { type: 'setValue', blockId: 'number', value: '4' },
      { type: 'setState', key: 'own', value: { a: 1 } },
      { type: 'setState', values: { second: 2 } },
      { type: 'setState', params: { third: 3 } },
      { type: 'setGlobal', key: 'deep.global', value: 'g' },
      { type: 'triggerEvent', blockId: 'paging', event: 'onChange', payload: { current: 3 } },
      { type: 'callApi', endpointId: 'x' },
    );
    expect(log).toEqual([
      { action: 'setValue', blockId: 'text', success: true },
      {
        action: 'setValue',
        blockId: 'txet',
        success: false,
        error: 'Block "txet" not found on page "inputs". Did you mean "text"?',
      },
      { action: 'setValue', blockId: 'number', success: true, converted: '"4" to 4' },
      { action: 'setState', success: true },
      { action: 'setState', success: true },
      { action: 'setState', success: true },
      { action: 'setGlobal', success: true },
      { action: 'triggerEvent', blockId: 'paging', event: 'onChange', success: true },
      {
        action: 'callApi',
        success: false,
        ...(testGeneration() === '4.0'
          ? { error: 'callApi needs Lowdefy 4.5 or newer; this app runs on 4.0.0-rc.11.' }
          : {
              error: 'Endpoint "x" not found for this user.',
              requestResults: [{ requestId: 'x', success: false }],
            }),
      },
    ]);
    const { state, global } = await user.state();
    expect(state).toMatchObject({
      text: 'hello',
      seen: 'hello',
      number: 4,
      own: { a: 1 },
      second: 2,
      third: 3,
      paging: { current: 3, pageSize: 10, skip: 20 },
      paged: 30,
    });
    expect(global).toMatchObject({ deep: { global: 'g' } });
  });

  test('refuses a malformed call as a whole', async () => {
    const user = await bench.open('inputs');
    const before = await user.state();
    const { sessionId } = user;
    const good = { type: 'setValue', blockId: 'text', value: 'x' };
    for (const actions of [
      [good, { type: 'setValeu' }],
      [good, { type: 'setValue', blockId: 'text' }],
      [],
      Array(101).fill(good),
    ]) {
      const { isError } = await bench.call('interact', { sessionId, actions });
      expect(isError).toBe(true);
    }
    expect(await user.state()).toEqual(before);
  });

  test('performs a hundred actions in one call', async () => {
    const user = await bench.open('inputs');
    const actions = Array.from({ length: 100 }, (_, i) => ({
      type: 'setValue',
      blockId: 'text',
      value: `v${i}`,
    }));
    expect((await user.act(...actions)).every((item) => item.success)).toBe(true);
    expect((await user.state()).state.text).toBe('v99');
  });

  test('needs a page, and changes nothing without one', async () => {
    const user = await bench.open();
    for (const action of [
      { type: 'setValue', blockId: 'text', value: 'x' },
      { type: 'setGlobal', key: 'visits', value: 99 },
      { type: 'setState', key: 'a', value: 1 },
    ])
      expect((await user.do(action)).error).toBe('This session has no page yet. Use navigate first.');
    await user.navigate('home');
    expect((await user.state()).global.visits).toBe(1);
  });
});

describe('events', () => {
  test('are not delayed by a debounce', async () => {
    const user = await bench.open('events');
    await user.set('searched', 'word');
    expect((await user.state()).state.searched_for).toBe('word');
  });

  test('Wait waits', async () => {
    const user = await bench.open('events');
    expect(await user.click('waiting')).toMatchObject({ success: true });
    expect((await user.state()).state.waited).toBe(true);
  });

  test('what the app does not await is awaited all the same', async () => {
    const user = await bench.open('events');
    const item = await user.click('background');
    expect(item.requestResults).toEqual([{ requestId: 'slow', success: true, response: [{ one: 1 }] }]);
    expect((await user.state()).requests.slow).toEqual([{ one: 1 }]);
  });

  test('an action that throws ends its chain', async () => {
    const user = await bench.open('events');
    const item = await user.click('throwing');
    expect(item).toMatchObject({
      success: false,
      error: 'Thrown on purpose.',
    });
    const { state } = await user.state();
    expect(state.before_throw).toBe(true);
    expect(state.after_throw).toBeUndefined();
  });

  test('catch actions run', async () => {
    const user = await bench.open('events');
    expect((await user.click('catching')).error).toBe('Caught on purpose.');
    expect((await user.state()).state.caught).toBe(true);
  });

  test('a failed request is reported with the message the app shows', async () => {
    const user = await bench.open('events');
    const item = await user.click('failing');
    expect(item).toMatchObject({
      success: false,
      messages: ['The request went wrong.'],
      error: expect.stringContaining('no_such_table'),
      requestResults: [{ requestId: 'failing', success: false }],
    });
  });

  test('what only a browser can do is skipped with a warning', async () => {
    const user = await bench.open('events');
    const item = await user.click('browser_only');
    expect(item.success).toBe(true);
    expect(item.warnings).toEqual([expect.stringContaining('GeolocationCurrentPosition')]);
    expect(item.copied).toBe('text');
    expect((await user.state()).state.went_on).toBe(true);
  });

  test('messages reach the log', async () => {
    const user = await bench.open('events');
    expect((await user.click('talk')).messages).toEqual([
      'Said aloud.',
      'By method',
      `${NOTIFIED}: by the block`,
    ]);
  });

  test('Fetch makes a real request', async () => {
    const server = createServer((_request, response) => response.end('{"answer":42}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.add(() => server.close());
    const user = await bench.open('events');
    const { port } = server.address() as AddressInfo;
    await user.do({ type: 'setState', key: 'url', value: `http://127.0.0.1:${port}/` });
    expect(await user.click('fetching')).toMatchObject({ success: true });
    expect((await user.state()).state.fetched).toEqual({ answer: 42 });
  });

  test('a payload reaches the actions', async () => {
    const user = await bench.open('events');
    await user.trigger('clicker', 'onTextSelection', { a: [1, { b: 2 }] });
    expect((await user.state()).state.payload).toEqual({ a: [1, { b: 2 }] });
  });

  test('validation is shown until it is reset, and names the fields', async () => {
    const user = await bench.open('inputs');
    await user.set('number', 13);
    const item = await user.click('validate');
    expect(item).toMatchObject({
      success: false,
      error: 'Your input has 2 validation errors.',
      validation: { number: ['Not thirteen.'], password: ['Choose a password.'] },
    });
    expect(await user.page()).toContain('Error: Not thirteen.');
    await user.click('forget_errors');
    expect(await user.page()).not.toContain('Not thirteen.');
  });

  test("setting the app's own state keeps shown validation", async () => {
    const user = await bench.open('inputs');
    await user.click('validate');
    await user.do({ type: 'setState', key: 'own', value: 1 });
    expect(await user.page()).toContain('Choose a password.');
  });

  test('Reset returns to the state after onInit', async () => {
    const user = await bench.open('inputs');
    const before = await user.state();
    await user.act(
      { type: 'setValue', blockId: 'text', value: 'other' },
      { type: 'setValue', blockId: 'day', value: '2026-05-05' },
      { type: 'setState', key: 'own', value: 1 },
      { type: 'triggerEvent', blockId: 'reset', event: 'onClick' },
    );
    expect(await user.state()).toEqual(before);
  });
});

describe('lists', () => {
  test('lists in lists: items are added, removed and moved with their content', async () => {
    const user = await bench.open('lists');
    const log = await user.act(
      { type: 'callMethod', blockId: 'orders', method: 'pushItem' },
      { type: 'setValue', blockId: 'orders.1.name', value: 'second' },
      { type: 'callMethod', blockId: 'orders.1.lines', method: 'pushItem' },
      { type: 'setValue', blockId: 'orders.1.lines.0.amount', value: 2 },
      { type: 'callMethod', blockId: 'orders.1.lines', method: 'unshiftItem' },
      { type: 'setValue', blockId: 'orders.1.lines.0.amount', value: 5 },
      { type: 'callMethod', blockId: 'orders.1.lines', method: 'moveItemUp', args: [1] },
      { type: 'callMethod', blockId: 'orders', method: 'moveItemDown', args: [0] },
    );
    expect(log.filter((item) => !item.success)).toEqual([]);
    expect((await user.state()).state.orders).toMatchObject([
      { name: 'second', lines: [{ amount: 2 }, { amount: 5 }] },
      { name: 'first', lines: [{ amount: 1, kind: 'a' }] },
    ]);
    await user.method('orders', 'removeItem', 0);
    expect((await user.state()).state.orders).toMatchObject([{ name: 'first' }]);
    expect((await user.method('orders', 'removeItem', 1)).error).toContain('its items are 0 to 0');
  });

  test('a whole list follows the rules of the fields in it', async () => {
    const user = await bench.open('lists');
    const value = [{ name: 'x', lines: [{ amount: '7', kind: 'b', due: '2026-02-03' }] }, { name: 'y' }];
    expect(await user.set('orders', JSON.stringify(value))).toMatchObject({ success: true });
    expect((await user.state()).state.orders).toEqual([
      {
        name: 'x',
        secret: null,
        token: null,
        lines: [{ amount: 7, kind: 'b', due: '2026-02-03T00:00:00.000Z' }],
      },
      { name: 'y', secret: null, token: null, lines: [] },
    ]);
  });

  test.each([
    [[{ name: 'x', lines: [{ amount: 100 }] }], '"orders.0.lines.0.amount" takes at most 99'],
    [[{ name: 'x', lines: [{ kind: 'z' }] }], '"orders.0.lines.0.kind" has no option "z"'],
    [[{ name: { a: 1 } }], '"orders.0.name" takes a string'],
    [['x'], 'an object for each item'],
    [{ name: 'x' }, 'takes a list'],
  ])('and refused as they would refuse it: %j', async (value, sentence) => {
    const user = await bench.open('lists');
    await user.act(
      { type: 'setValue', blockId: 'orders.0.secret', value: 'hush' },
      { type: 'setValue', blockId: 'orders.0.name', value: 'plain' },
      { type: 'triggerEvent', blockId: 'validate', event: 'onClick' },
    );
    const before = [await user.page(), await user.state()];
    for (const action of [
      { type: 'setValue', blockId: 'orders', value },
      { type: 'setState', key: 'orders', value },
    ])
      expect(await user.do(action)).toMatchObject({
        success: false,
        error: expect.stringContaining(sentence),
      });
    expect([await user.page(), await user.state()]).toEqual(before);
    await user.set('orders.0.name', 'open');
    expect((await user.state()).state.orders).toMatchObject([{ secret: 'hush' }]);
  });

  test('a list without buttons is changed by the app only', async () => {
    const user = await bench.open('lists');
    expect((await user.method('fixed', 'pushItem')).error).toContain('no button');
    expect(await user.click('push')).toMatchObject({ success: true });
    expect((await user.method('fixed', 'removeItem', 0)).error).toContain('no button');
    expect((await user.state()).state.fixed).toEqual([{ word: null }]);
  });
});

describe('tables', () => {
  test('show the first rows and the total, and give more', async () => {
    const user = await bench.open();
    const { page } = await user.navigate('data');
    expect(page).toContain('| 1 | row 1 |');
    expect(page).not.toContain('row 11 ');
    expect(page).toContain('of 120');
    const more = await user.navigate('data', { rows: { blockId: 'many_rows', from: 110, count: 50 } });
    expect(more.page).toContain('| 120 | row 120 |');
    expect(more.page).not.toContain('| row 110 |');
  });

  test('a click names an existing row', async () => {
    const user = await bench.open('data');
    expect(await user.trigger('notes', 'onRowClick', { row: { id: 2 } })).toMatchObject({ success: true });
    expect((await user.state()).state.clicked).toBe('two');
    for (const payload of [{ row: { id: 99 } }, { index: 50 }, {}, undefined])
      expect((await user.trigger('notes', 'onRowClick', payload)).error).toContain('needs the payload');
    await user.trigger('notes', 'onCellClick', { index: 0, column: 'text' });
    expect((await user.state()).state.cell).toBe('one');
    expect((await user.trigger('notes', 'onCellClick', { index: 0, column: 'nope' })).error).toContain(
      '"id", "text"',
    );
    await user.trigger('notes', 'onSelectionChanged', { selected: [{ id: 1 }] });
    expect((await user.state()).state.selected).toEqual([{ id: 1, text: 'one' }]);
    expect((await user.trigger('notes', 'onSelectionChanged', { selected: [{ id: 77 }] })).error).toContain(
      'rows',
    );
  });

  test('requests write what the page contains', async () => {
    const user = await bench.open('data');
    const log = await user.act(
      { type: 'setValue', blockId: 'note', value: 'a note' },
      { type: 'setValue', blockId: 'when', value: '2026-04-05' },
      { type: 'triggerEvent', blockId: 'add', event: 'onClick' },
    );
    expect(log[2]).toMatchObject({ success: true });
    expect(log[2]?.requestResults?.map(({ requestId }) => requestId)).toEqual(['add_note', 'all_notes']);
    const db = new Database(join(bench.dir, 'data.db'));
    expect(db.prepare('select text, at from notes order by id desc limit 1').get()).toMatchObject({
      text: 'a note',
      at: '2026-04-05T00:00:00.000Z',
    });
    db.close();
  });
});
