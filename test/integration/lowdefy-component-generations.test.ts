import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { openGeneration } from './lowdefy/open-generation.ts';
import type { AppUser, Workbench } from './lowdefy/workbench.ts';

// How components of Lowdefy 4.5 to 5 differ from those of 4.0, as observed in the real ones.
const cleanup = createCleanup();
afterAll(cleanup.run);

/** The log since the last call, with the payloads of events. */
async function told(user: AppUser): Promise<unknown[]> {
  const { log = [] } = (await user.state()).state as { log?: [string, unknown][] };
  await user.click('forget');
  return log.map(([word, event]) => (event === null || event === undefined ? word : [word, event]));
}

const region = (code: string) => ({ region: expect.objectContaining({ code }) });

describe.each(['4.5', '5'] as const)('components of %s', (name) => {
  const is5 = name === '5';
  let bench: Workbench;
  beforeAll(async () => {
    bench = await openGeneration(cleanup, name);
  });

  test('changes report the new value, and fields report focus and blur', async () => {
    const user = await bench.open('inputs');
    await user.set('text', 'ab');
    expect(await told(user)).toEqual(['in', ['typed', { value: 'ab' }], 'out']);
    await user.set('choice', 'b');
    await user.set('choice', null);
    expect(await told(user)).toEqual([
      'in',
      ['chosen', { value: 'b' }],
      'out',
      'cleared',
      'in',
      ['chosen', {}],
      'out',
    ]);
    await user.set('several', ['a']);
    await user.set('several', []);
    expect(await told(user)).toEqual(['in', 'several', 'out', 'in', 'several', 'out']);
    await user.set('several', ['a', 'b']);
    await user.set('several', []);
    expect(await told(user)).toEqual(['in', 'several', 'out', 'cleared', 'in', 'several', 'out']);
    await user.set('complete', 'ap');
    expect(await told(user)).toEqual([
      ['completed', { value: 'ap' }],
      ['searched', { value: 'ap' }],
    ]);
    await user.set('agree', true);
    await user.set('rating', 'N/A');
    await user.set('rating', 4);
    expect(await told(user)).toEqual([
      ['agreed', { value: true }],
      ['rated', { value: [true] }],
      ['rated', { value: [] }],
      ['rated', { value: 4 }],
    ]);
  });

  test('a key is pressed in a field that gets and loses focus', async () => {
    const user = await bench.open('inputs');
    await user.trigger('text', 'onPressEnter');
    expect(await told(user)).toEqual(['in', 'entered', 'out']);
  });

  test('a field that disappears or is locked by the typed text is not refused for that', async () => {
    const user = await bench.open('inputs');
    expect(await user.set('once', 'done')).toMatchObject({ success: true });
    expect(await told(user)).toEqual([]);
    expect(await user.set('locked', 'done')).toMatchObject({ success: true });
  });

  test('the value of a pagination is complete from the start, and restored when it is removed', async () => {
    const user = await bench.open('inputs');
    expect((await user.state()).state.paging).toEqual({ current: 1, pageSize: 20, skip: 0 });
    await user.set('paging', { current: 3 });
    await user.click('unpage');
    expect((await user.state()).state.paging).toEqual({ current: 3, pageSize: 20, skip: 40 });
  });

  test('since 5 another page size is reported with the previous page', async () => {
    const user = await bench.open('inputs');
    await user.set('paging', { current: 5 });
    await told(user);
    await user.set('paging', { pageSize: 40 });
    const last = { current: 3, pageSize: 40, skip: 120 };
    expect(await told(user)).toEqual([
      ['sized', is5 ? { current: 5, pageSize: 40, skip: 200 } : last],
      ['paged', last],
    ]);
    expect((await user.state()).state.paging).toEqual({ ...last, skip: 80 });
  });

  test('phone numbers and colours are written as the generation writes them', async () => {
    const user = await bench.open('inputs');
    const { state } = await user.state();
    expect(state.phone).toEqual({ input: '', ...region('ZA'), ...(!is5 && { phone_number: '+27' }) });
    await user.set('phone', '0555');
    const phone = { input: '0555', ...region('ZA'), phone_number: is5 ? '+27555' : '+270555' };
    expect(await told(user)).toEqual([['phoned', { value: phone }]]);
    await user.set('color', '#F80');
    expect(await told(user)).toEqual(
      is5
        ? [
            ['picker', { open: true }],
            ['coloured', { value: '#ff8800' }],
            ['complete', { value: '#ff8800' }],
            ['picker', { open: false }],
          ]
        : [['coloured', { value: '#F80' }]],
    );
    expect((await user.set('color', '#11223344')).success).toBe(is5);
    await user.set('color', null);
    expect((await user.state()).state.color).toBe(is5 ? '#11223300' : null);
  });

  test('a picker is above what the click on it opens', async () => {
    const user = await bench.open('inputs');
    expect(await user.set('framed_color', '#112233')).toMatchObject({ success: true });
    expect((await user.state()).state.framed_color).toBe('#112233');
    expect((await user.set('text', 'x')).success).toBe(!is5);
  });

  test('tabs are chosen by people and by a method, not by a property', async () => {
    const user = await bench.open('boxes');
    expect(await user.page()).toContain('<tabs id="tabs" active="first"');
    await user.click('to_second');
    await user.click('to_second');
    expect(await told(user)).toEqual([['tab', { activeKey: 'second' }]]);
    expect(await user.set('in_second', 'x')).toMatchObject({ success: true });
  });

  test('an accordion lists its panel since 5', async () => {
    const user = await bench.open('boxes');
    await user.trigger('accordion', 'onChange', { activeKey: 'second' });
    expect(await told(user)).toEqual([['panel', { activeKey: is5 ? ['second'] : 'second' }]]);
  });

  test('a drawer reports once, and stays open if the app refuses to close it', async () => {
    const user = await bench.open('boxes');
    await user.click('toggle');
    await user.trigger('drawer', 'onClose');
    expect(await told(user)).toEqual([
      'toggle',
      'open',
      ['after', { drawerOpen: true }],
      'close',
      ['after', { drawerOpen: false }],
      'closed',
    ]);
    await user.click('stick');
    await user.click('toggle');
    expect((await user.trigger('drawer', 'onClose')).error).toContain('Not yet');
    expect(await user.set('in_drawer', 'still here')).toMatchObject({ success: true });
    await user.method('drawer', 'toggleOpen');
    expect(await user.set('in_drawer', 'still')).toMatchObject({ success: true });
  });

  test('a list keeps its minimum of items, and since 5 its buttons report what they did', async () => {
    const user = await bench.open('boxes');
    expect((await user.state()).state.list).toHaveLength(2);
    expect(await user.page()).not.toContain('removeItem');
    expect((await user.method('list', 'removeItem', 0)).error).toContain('no button for removeItem');
    await user.method('list', 'pushItem');
    await user.set('list.2.word', 'third');
    await user.method('list', 'removeItem', 2);
    expect(await told(user)).toEqual(
      is5
        ? [
            ['added', { index: 2 }],
            ['removed', { index: 2, item: { word: 'third' } }],
          ]
        : [],
    );
  });

  test('the content of a popover appears once it is open', async () => {
    const user = await bench.open('boxes');
    expect(await user.page()).toContain('Popover: "About"\nTo open: {"event":"onOpenChange"}');
    expect(await told(user)).toEqual([]);
    const { warnings } = await user.set('in_pop', 'x');
    expect(warnings).toEqual(['Opened "popover" of "pop" first.']);
    expect(await user.page()).toContain('id="in_pop"');
    expect(await told(user)).toEqual(['popped', 'mounted']);
    // That was a click elsewhere, which closes it.
    expect(await user.page()).not.toContain('id="in_pop"');
  });

  test('pages have methods for their menus, which since 5 do what is requested', async () => {
    const user = await bench.open('boxes');
    await user.click('menu');
    await user.click('menu');
    expect(await told(user)).toEqual(['unfolded', 'folded']);
    await user.click('unfold');
    expect(await told(user)).toEqual([is5 ? 'unfolded' : 'folded']);
    expect((await user.click('notify')).messages).toEqual([is5 ? 'New' : 'Old']);
  });

  test('since 5 a carousel turns to its first slide, and does not wait for a turn to end', async () => {
    const user = await bench.open('slides');
    const slide = (key: string) => ({ key });
    const turning = (current: string, next: string) => [
      'turning',
      { current: slide(current), next: slide(next) },
    ];
    const turned = (current: string) => ['turned', { current: slide(current) }];
    expect(await told(user)).toEqual([...(is5 ? [turning('first', 'first')] : []), 'carousel']);
    await user.click('turn_twice');
    expect(await told(user)).toEqual(
      is5
        ? [turning('first', 'second'), turning('second', 'third'), turned('second'), turned('third')]
        : [turning('first', 'second'), turned('second')],
    );
  });

  test('since 5 a sider keeps its state on the next page', async () => {
    const user = await bench.open('boxes');
    await user.click('fold');
    await user.navigate('inputs');
    bench.restart();
    await user.navigate('boxes');
    await user.click('forget');
    await user.click('turn');
    expect(await told(user)).toEqual([is5 ? 'unfolded' : 'folded']);
  });

  test('rows of grids have ids, and no number from them', async () => {
    const user = await bench.open('grids');
    await user.trigger('grid', 'onRowClick', { index: 0 });
    const [row, selected] = (await told(user)) as [string, Record<string, unknown>][];
    expect(row?.[1]).toEqual({ row: expect.anything(), rowIndex: 0, selected: [expect.anything()] });
    expect(selected?.[0]).toBe('selected');
    expect(await user.page()).toContain('Selected rows: [0]');
    await user.set('cells', [{ name: 'Bea', age: 1 }]);
    expect(await told(user)).toEqual([['written', expect.not.objectContaining({ index: 0 })]]);
  });

  test('buttons and links in cells belong to a row', async () => {
    const user = await bench.open('grids');
    const page = await user.page();
    expect(page).toContain('| Ann | Paid | "$1,234.50" | Approve |');
    expect(page).toContain('| Ben | Open | "($2.00)" | Approve (disabled), Remind |');
    expect(page).toContain('Buttons: {"onApprove":"Approve","onRemind":"Remind"}');
    await user.trigger('grid', 'onApprove', { row: { name: 'Ann' } });
    expect((await told(user))[0]).toEqual([
      'approved',
      {
        row: expect.objectContaining({ name: 'Ann' }),
        button: { eventName: 'onApprove', title: 'Approve' },
        buttonIndex: 0,
      },
    ]);
    expect((await user.trigger('grid', 'onApprove', { index: 1 })).error).toContain('is disabled');
    expect((await user.trigger('grid', 'onRemind', { index: 0 })).error).toContain(
      'has no button for onRemind',
    );
    expect((await user.trigger('grid', 'onRemind')).error).toContain('It has 2 rows, by index: 0: ');
    expect(await told(user)).toEqual([]);
    await user.trigger('grid', 'onCellLink', { index: 1 });
    expect((await told(user))[0]).toEqual([
      'linked',
      expect.objectContaining({ link: { pageId: 'boxes', urlQuery: { person: 8 } }, value: 'Ben' }),
    ]);
  });
});
