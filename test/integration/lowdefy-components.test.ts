import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, test as base, beforeAll, expect } from 'vitest';
import { createCleanup, tempDir } from './harness.ts';
import { testGeneration } from './lowdefy/test-lowdefy.ts';
import { type AppUser, openWorkbench, type Workbench } from './lowdefy/workbench.ts';

// What single components do beyond taking a value, as observed in the real client of 4.0 (see parity/). Later changes
// are in lowdefy-component-generations.test.ts.
const test = base.runIf(testGeneration() === '4.0');
const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  const dir = join(tempDir(cleanup), 'components');
  cpSync(fileURLToPath(new URL('lowdefy/components', import.meta.url)), dir, { recursive: true });
  bench = await openWorkbench(cleanup, dir);
});

/** The log since the last call, with the payloads of events. */
async function told(user: AppUser): Promise<unknown[]> {
  const { log = [] } = (await user.state()).state as { log?: [string, unknown][] };
  await user.click('forget');
  return log.map(([word, event]) => (event === null || event === undefined ? word : [word, event]));
}

test("a field applies the app's replacement to typed text", async () => {
  const user = await bench.open('components');
  expect(await user.set('letters', 'a1b2')).toMatchObject({ converted: '"a1b2" to "a_b_"' });
  await user.set('phone', '555 12 34');
  expect((await user.state()).state).toMatchObject({ letters: 'a_b_', phone: { input: '5551234' } });
});

test('a rating that is not applicable must be made applicable first, which is a change too', async () => {
  const user = await bench.open('components');
  await user.set('rating', 'N/A');
  await user.set('rating', 'N/A');
  expect(await told(user)).toEqual(['rated']);
  await user.set('rating', 4);
  expect(await told(user)).toEqual(['rated', 'rated']);
  expect((await user.state()).state.rating).toBe(4);
});

test('colours are those that the field accepts', async () => {
  const user = await bench.open('components');
  expect(await user.set('color', '#ff8800')).toMatchObject({ success: true });
  expect((await user.set('color', '#ff8800aa')).error).toContain('takes a colour such as "#ff8800"');
});

test('typed text is searched for, a choice is not', async () => {
  const user = await bench.open('components');
  await user.set('complete', 'ap');
  expect(await told(user)).toEqual(['completed', ['searched', { value: 'ap' }]]);
  await user.set('complete', 'apple');
  expect(await told(user)).toEqual(['completed']);
  await user.set('complete', null);
  expect(await told(user)).toEqual(['completed', 'completed', ['searched', { value: '' }]]);
});

test('the region of a phone and its number are separate changes', async () => {
  const user = await bench.open('components');
  await user.set('phone', { input: '82', region: 'US' });
  expect(await told(user)).toEqual(['code', 'phone', 'number', 'phone']);
  await user.set('phone', '83');
  expect(await told(user)).toEqual(['number', 'phone']);
  expect((await user.state()).state.phone).toMatchObject({ phone_number: '+183' });
});

test('the page size can be chosen if the component offers it', async () => {
  const user = await bench.open('components');
  await user.set('paging', { current: 10 });
  await told(user);
  await user.trigger('paging', 'onChange', { pageSize: 40 });
  const event = { current: 3, pageSize: 40, skip: 120 };
  expect(await told(user)).toEqual([
    ['size', event],
    ['page', event],
  ]);
  expect((await user.state()).state.paging).toEqual({ current: 3, pageSize: 40, skip: 80 });
  await user.trigger('paging', 'onSizeChange', { pageSize: 20 });
  expect((await user.state()).state.paging).toEqual({ current: 3, pageSize: 20, skip: 40 });
  expect((await user.set('few', { current: 1, pageSize: 20 })).error).toContain('has a fixed page size');
  expect((await user.set('sized', { pageSize: 20 })).error).toContain('Sizes: 5, 10');
});

test('a text that is edited in place reports when editing starts', async () => {
  const user = await bench.open('components');
  await user.set('heading', 'A heading');
  expect(await told(user)).toEqual(['begun', ['titled', { value: 'A heading' }]]);
});

test('what has a cross disappears when it is used, and reappears when it is redrawn', async () => {
  const user = await bench.open('components');
  expect((await user.trigger('lasting', 'onClose')).error).toContain('has no event "onClose"');
  await user.trigger('alert', 'onClose');
  await user.trigger('tag', 'onClose');
  expect(await told(user)).toEqual(['alert closed', 'tag closed']);
  expect(await user.page()).not.toMatch(/Mind the gap|A tag/);
  expect((await user.trigger('alert', 'onClose')).error).toContain('is closed now');
  bench.restart();
  expect(await user.page()).not.toContain('Mind the gap');
  await user.set('letters', 'hide');
  await user.set('letters', 'show');
  expect(await user.page()).toContain('Mind the gap');
});

test('a tab reports clicks, even those that open nothing', async () => {
  const user = await bench.open('components');
  await user.trigger('tabs', 'onChange', { activeKey: 'a' });
  expect(await told(user)).toEqual([['tab clicked', { key: 'a' }]]);
  await user.trigger('tabs', 'onChange', { activeKey: 'b' });
  expect(await told(user)).toEqual([
    ['tab clicked', { key: 'b' }],
    ['tab', { activeKey: 'b' }],
  ]);
});

test('a carousel turns once at a time, and wraps around', async () => {
  const user = await bench.open('components');
  const turned = async () => ((await told(user)) as [string, { current: { key: string } }][]).at(-1);
  await user.click('turn');
  expect(await turned()).toEqual(['turned', { current: { key: 'second' } }]);
  await user.click('back');
  await user.click('back');
  expect(await turned()).toEqual(['turned', { current: { key: 'third' } }]);
  await user.method('carousel', 'goTo', { slide: 'first' });
  expect(await told(user)).toEqual([
    ['turning', { current: { key: 'third' }, next: { key: 'first' } }],
    ['turned', { current: { key: 'first' } }],
  ]);
});

test('a sider collapses, and a message disappears, before the chain continues', async () => {
  const user = await bench.open('components');
  await user.click('fold');
  expect(await told(user)).toEqual(['folded']);
  await user.click('fold');
  expect((await user.state()).state.after_folding).toBe(1);
  expect(await told(user)).toEqual(['unfolded']);
  await user.click('say');
  expect((await user.state()).state.after_saying).toBe(1);
  await told(user);
  expect((await user.click('note')).messages).toEqual(['notice: Described only']);
  expect((await user.state()).state.after_noting).toBe(0);
  expect(await told(user)).toEqual(['notice gone']);
});

test('a code is scanned by its text', async () => {
  const user = await bench.open('components');
  await user.set('scanner', 'https://example.com');
  expect((await user.state()).state.scanner).toMatchObject({ decodedText: 'https://example.com' });
});

test('a click on a row selects it; only rows with ids stay selected', async () => {
  const user = await bench.open('grids');
  const words = async () => (await told(user)).map((one) => (one as [string])[0]);
  await user.trigger('single', 'onRowClick', { index: 1 });
  expect(await words()).toEqual(['cell', 'row', 'row selected', 'selection']);
  await user.trigger('single', 'onRowClick', { index: 1 });
  expect(await words()).toEqual(['cell', 'row', 'row selected', 'selection']);
  await user.trigger('named', 'onRowClick', { index: 0 });
  await user.trigger('named', 'onRowClick', { index: 0 });
  expect(await words()).toEqual(['row', 'row selected', 'selection', 'row']);
  await user.trigger('named', 'onRowSelected', { index: 2 });
  bench.restart();
  expect(await user.page()).toContain('Selected rows: [0,2]');
  await user.trigger('named', 'onSelectionChanged', { selected: [{ id: 3 }] });
  expect(await user.page()).toContain('Selected rows: [2]');
});

test('each edited cell fires its event, and read-only cells do not', async () => {
  const user = await bench.open('grids');
  await user.click('fill');
  await user.set('written', [
    { word: 'new', fixed: 1 },
    { word: 'y', fixed: 3 },
  ]);
  const event = { field: 'word', index: 0, newValue: 'new', oldValue: 'x', rowIndex: 0 };
  expect(await told(user)).toEqual([['written', expect.objectContaining(event)]]);
  expect((await user.state()).state.written).toEqual([
    { word: 'new', fixed: 1 },
    { word: 'y', fixed: 3 },
  ]);
});

test.each([
  ['typing', 'text', 'typed', ['text']],
  ['a switch', 'switch', true, ['switch', 'card', 'outer']],
  ['a box, which tells of the click first', 'check', true, ['card', 'outer', 'check']],
  ['choosing by keys', 'choice', 'green', ['choice']],
  ['a page', 'paging', { current: 2 }, [['page', expect.anything()], 'card', 'outer']],
])('clicks go on to what is around: %s', async (_name, block, value, words) => {
  const user = await bench.open('cards');
  await user.set(block, value);
  expect(await told(user)).toEqual(words);
});

test('clicks bubble from buttons of lists, tables and modals, but not from tabs, tags and confirmations', async () => {
  const user = await bench.open('cards');
  const around = ['card', 'outer'];
  await user.method('list', 'pushItem');
  expect(await told(user)).toEqual(around);
  await user.trigger('grid', 'onRowClick', { index: 0 });
  expect(await told(user)).toEqual([...around, ['row', expect.anything()]]);
  await user.trigger('alert', 'onClose');
  expect(await told(user)).toEqual(around);
  await user.click('open');
  await user.set('in_modal', true);
  await user.trigger('modal', 'onOk');
  expect(await told(user)).toEqual([...around, ...around, ...around]);
  await user.trigger('tabs', 'onChange', { activeKey: 'b' });
  await user.trigger('tag', 'onClose');
  expect(await told(user)).toEqual([]);
  await user.click('ask');
  await user.trigger('sure', 'onOk');
  expect(await told(user)).toEqual([...around, 'sure']);
});

test('editing that is interrupted cannot continue behind what opened', async () => {
  const user = await bench.open('cards');
  expect((await user.set('interrupted', 'x')).error).toContain('is behind the ConfirmModal "sure"');
  expect((await user.state()).state.interrupted).toBeNull();
});

test('a confirmation stays when the block that opened it is hidden, even across a restart', async () => {
  const user = await bench.open('cards');
  await user.click('ask_hiding');
  expect(await user.page()).toContain('Even when hidden.');
  expect(await user.page()).not.toContain('Ask and hide');
  expect((await user.click('show')).error).toContain('is behind the ConfirmModal "really"');
  bench.restart();
  await user.trigger('really', 'onOk');
  expect(await user.page()).toContain('Ask and hide');
  expect((await user.trigger('really', 'onOk')).error).toContain('is closed');
});

test('what opens while the page mounts opens as soon as in the client, however the session got there', async () => {
  const user = await bench.open('mounts');
  const words = async () => {
    const { log } = (await user.state()).state as { log: [string][] };
    return log.slice(1).map(([word]) => word);
  };
  const order = ['opened', 'toggled', 'later', 'drawer', 'last', 'inside', 'inside later'];
  expect(await words()).toEqual(order);
  await user.do({ type: 'navigate', pageId: 'cards' });
  await user.do({ type: 'navigate', pageId: 'mounts' });
  expect(await words()).toEqual(order);
});

test('items without a value survive a restart', async () => {
  const user = await bench.open('mounts');
  await user.trigger('drawer', 'onClose');
  await user.method('list', 'pushItem');
  await user.method('list', 'pushItem');
  bench.restart();
  expect(await user.page()).toContain('items="2"');
  expect((await user.state()).state.list).toEqual([]);
});

test('methods of hidden blocks can be called after a restart, too', async () => {
  const user = await bench.open('mounts');
  await user.trigger('drawer', 'onClose');
  expect(await user.click('push_hidden')).toMatchObject({ success: true });
  bench.restart();
  expect(await user.click('push_hidden')).toMatchObject({ success: true });
});
