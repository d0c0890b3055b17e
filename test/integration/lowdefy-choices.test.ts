import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { createCleanup } from './harness.ts';
import { openLowdefy5, testOf5 as test } from './lowdefy/open-lowdefy-5.ts';
import { testGeneration } from './lowdefy/test-lowdefy.ts';
import type { AppUser, Workbench } from './lowdefy/workbench.ts';

// What people do with the menus, steps and inputs of Lowdefy 5, as observed in the real components.
const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openLowdefy5(cleanup);
});

/** The log since the last call, with the payloads of events. */
async function told(user: AppUser): Promise<unknown[]> {
  const { log = [] } = (await user.state()).state as { log?: [string, unknown][] };
  await user.click('forget');
  return log.map(([word, event]) => (event === null || event === undefined ? word : [word, event]));
}

const menu = (open: boolean) => ['menu', { open }];
const dropped = (open: boolean) => ['dropped', { open }];

test('an item of a button is its event, between opening and closing the menu', async () => {
  const user = await bench.open('choices');
  expect(await user.trigger('more', 'onEdit')).toMatchObject({ success: true });
  expect(await told(user)).toEqual([menu(true), 'around', 'edit', menu(false), 'around']);
  // The app has no actions for this one, and it is clicked all the same.
  expect(await user.trigger('more', 'onDelete')).toMatchObject({ success: true });
  expect(await told(user)).toEqual([menu(true), 'around', menu(false), 'around']);
  await user.trigger('more', 'onClick');
  expect(await told(user)).toEqual(['main', 'around']);
});

test('an item is chosen in an open menu, and a click elsewhere closes it', async () => {
  const user = await bench.open('choices');
  await user.trigger('more', 'onOpenChange', { open: true });
  expect(await user.page()).toContain('id="more" type="DropdownButton" open="true"');
  expect((await user.trigger('more', 'onOpenChange', { open: true })).error).toContain('is already open');
  await user.trigger('more', 'onEdit');
  expect(await told(user)).toEqual([menu(true), 'around', 'edit', menu(false), 'around']);
  await user.trigger('more', 'onOpenChange');
  await user.click('help');
  expect(await told(user)).toEqual([menu(true), 'around', menu(false), 'help', 'around']);
  expect(await user.page()).not.toContain('open="true"');
});

test('disabled items and unknown events are refused', async () => {
  const user = await bench.open('choices');
  expect((await user.trigger('more', 'onArchive')).error).toContain('"onArchive" of "more" is disabled');
  expect((await user.trigger('more', 'onUnused')).error).toContain('has no event "onUnused"');
  expect((await user.trigger('more', 'onOpenChange', { open: 'yes' })).error).toContain('{"open": true}');
  expect(await told(user)).toEqual([]);
});

test('an item of a menu is found by its key, and its link is followed', async () => {
  const user = await bench.open('choices');
  await user.trigger('links', 'onClick', { key: 'plain' });
  expect(await told(user)).toEqual([
    dropped(true),
    'around',
    ['linked', { key: 'plain', keyPath: ['plain', 'group'] }],
    dropped(false),
    'around',
  ]);
  expect((await user.trigger('links', 'onClick', { key: 'off' })).error).toContain('is disabled');
  expect((await user.trigger('links', 'onClick', { key: 'group' })).error).toContain(
    'with one of "home", "plain", "out", "off"',
  );
  expect((await user.trigger('links', 'onSelect')).error).toContain('has no event');
  expect((await user.trigger('links', 'onClick', { title: 'Out' })).warnings).toEqual([
    'The app links to https://example.com, outside the app. It was not opened.',
  ]);
  expect(await user.trigger('links', 'onClick', { key: 'home' })).toMatchObject({ navigatedTo: 'sidebar' });
});

test('a step is chosen by its number, until the app names another one', async () => {
  const user = await bench.open('choices');
  const statuses = async () =>
    [...(await user.page()).matchAll(/<item index="\d" status="(\w+)"/g)].map(([, status]) => status);
  expect((await statuses()).slice(0, 4)).toEqual(['finish', 'process', 'wait', 'error']);
  await user.trigger('wizard', 'onChange', { current: 0 });
  expect(await told(user)).toEqual([['stepped', { current: 0 }], 'around']);
  expect((await statuses()).slice(0, 4)).toEqual(['process', 'wait', 'wait', 'error']);
  // A click on the current step has no effect.
  await user.trigger('wizard', 'onChange', { current: 0 });
  expect(await told(user)).toEqual(['around']);
  expect((await user.trigger('wizard', 'onChange', { current: 2 })).error).toContain(
    'Step 2 of "wizard" is disabled',
  );
  expect((await user.trigger('wizard', 'onChange', { current: 9 })).error).toContain('0 to 3');
  expect((await user.trigger('fixed', 'onChange', { current: 1 })).error).toContain('has no event');
  await user.click('third');
  expect(await told(user)).toContainEqual(['stepped', { current: 2 }]);
  expect((await statuses()).slice(0, 3)).toEqual(['finish', 'finish', 'process']);
  await user.trigger('wizard', 'onChange', { current: 3 });
  await user.click('set_step');
  expect((await statuses()).slice(0, 4)).toEqual(['process', 'wait', 'wait', 'error']);
});

test('a tour goes card by card, and covers the page except for what it points at', async () => {
  const user = await bench.open('choices');
  expect(await user.page()).not.toContain('Tour');
  expect((await user.trigger('tour', 'onChange')).error).toContain('has no events now');
  await user.click('start_tour');
  expect(await user.page()).toContain('Welcome\nText: "Look around"\nStep: "1 of 3"\nPoints at: "help"');
  expect(await user.click('help')).toMatchObject({ success: true });
  expect((await user.set('size', 'S')).error).toContain('behind the Tour "tour"');
  expect((await user.trigger('tour', 'onFinish')).error).toContain('only be finished on its last step');
  await user.trigger('tour', 'onChange', { current: 2 });
  expect((await user.state()).state.log).toEqual([
    ['around', null],
    ['help', null],
    ['around', null],
    ['toured', { current: 1 }],
    ['around', null],
    ['toured', { current: 2 }],
    ['around', null],
  ]);
  expect((await user.click('help')).error).toContain('behind the Tour');
  await user.trigger('tour', 'onFinish');
  expect((await user.state()).state).toMatchObject({ touring: false, closed_at: 2 });
  expect(await told(user)).toContain('finished');
  await user.click('start_tour');
  expect(await user.page()).toContain('Step: "1 of 3"');
  await user.trigger('tour', 'onClose');
  expect((await user.state()).state).toMatchObject({ touring: false, closed_at: 0 });
});

test('segments are chosen by value or label', async () => {
  const user = await bench.open('choices');
  // It looks chosen from the beginning.
  const { warnings } = await user.set('size', 'S');
  expect(warnings).toEqual([expect.stringContaining('shows its first option as chosen')]);
  expect(await told(user)).toEqual(['around', 'around']);
  expect(await user.set('size', 'Two')).toMatchObject({ success: true, converted: '"Two" to the option 2' });
  expect(await told(user)).toEqual(['around', 'around', ['sized', { value: 2 }]]);
  expect((await user.set('size', 'L')).error).toContain('is disabled');
  expect((await user.set('size', 'XL')).error).toContain('has no option "XL"');
  await user.set('size', 'S');
  expect((await user.state()).state.size).toBe('S');
});

test('a slider snaps to its steps, its marks and its end', async () => {
  const user = await bench.open('choices');
  for (const value of [3, 5, 7, 9, 10])
    expect(await user.set('volume', value)).toMatchObject({ success: true });
  expect((await told(user)).slice(0, 4)).toEqual([
    ['louder', { value: 3 }],
    'around',
    ['louder', { value: 5 }],
    'around',
  ]);
  expect((await user.set('volume', 4)).error).toContain('takes steps of 4 from 3, or one of its marks');
  expect((await user.set('volume', 11)).error).toContain('takes a number from 3 to 10');
  expect((await user.set('volume', [3, 5])).error).toContain('takes a number');
  expect((await user.set('volume', null)).error).toContain('cannot be cleared');
  expect((await user.set('marks', 25)).error).toContain('one of its marks (0, 26)');
  expect(await user.set('marks', 26)).toMatchObject({ success: true });
  expect((await user.state()).state).toMatchObject({ volume: 10, marks: 26 });
});

test('the handles of a range are moved one after the other', async () => {
  const user = await bench.open('choices');
  await user.set('span', [20, 60]);
  await user.set('span', [80, 70]);
  await user.set('span', [70, 90]);
  expect((await told(user)).filter((line) => line !== 'around')).toEqual([
    ['spanned', { value: [20, 20] }],
    ['spanned', { value: [20, 60] }],
    ['spanned', { value: [20, 80] }],
    ['spanned', { value: [70, 80] }],
    ['spanned', { value: [70, 90] }],
  ]);
  expect((await user.set('span', 20)).error).toContain('takes two numbers, as [20, 60]');
});

test('a node of a tree is chosen by its path, value or label', async () => {
  const user = await bench.open('choices');
  const picked = async (given: unknown) => {
    expect(await user.set('tree', given)).toMatchObject({ success: true });
    return (await user.state()).state.tree;
  };
  expect(await picked('Apple')).toEqual(['apple', 'fruit']);
  expect(await told(user)).toEqual([['picked', { value: ['apple', 'fruit'] }], 'around']);
  expect(await picked(['fruit', 'other'])).toEqual(['other', 'fruit']);
  expect(await picked(['Fruit', 'Apple'])).toEqual(['apple', 'fruit']);
  expect(await picked('none')).toEqual(['none']);
  expect(await picked(null)).toEqual([]);
  expect((await user.set('tree', 'Other')).error).toContain('send one of ["other","fruit"], ["none"]');
  expect((await user.set('tree', 'pear')).error).toContain('is disabled');
  expect((await user.set('tree', 'plum')).error).toContain('Options: ["fruit"] (Fruit)');
});

test('a day is clicked, in the current month or after navigating to another', async () => {
  const user = await bench.open('choices');
  const at = (day: string) => ({ value: new Date(`${day}T00:00:00`).toISOString(), date: day });
  await user.set('days', '2026-03-12');
  expect(await told(user)).toEqual([
    ['changed', at('2026-03-12')],
    ['selected', { ...at('2026-03-12'), source: 'date' }],
    'around',
  ]);
  // A second click selects it again, without a change. The next one is in view, though in another month.
  await user.set('days', '2026-03-12');
  await user.set('days', '2026-04-02');
  expect((await told(user)).filter((line) => line !== 'around')).toEqual([
    ['selected', { ...at('2026-03-12'), source: 'date' }],
    ['panel', { ...at('2026-04-02'), mode: 'month' }],
    ['changed', at('2026-04-02')],
    ['selected', { ...at('2026-04-02'), source: 'date' }],
  ]);
  await user.set('days', '2027-06-05');
  expect((await told(user)).filter((line) => line !== 'around')).toEqual([
    ['panel', { ...at('2027-04-02'), mode: 'month' }],
    ['changed', at('2027-04-02')],
    ['panel', { ...at('2027-06-02'), mode: 'month' }],
    ['changed', at('2027-06-02')],
    ['changed', at('2027-06-05')],
    ['selected', { ...at('2027-06-05'), source: 'date' }],
  ]);
  expect(await user.page()).toContain('Current value: "2027-06-05"\nShown: "2027-06"');
});

test('a calendar shows months or years, and unavailable days are refused', async () => {
  const user = await bench.open('choices');
  const at = (day: string) => ({ value: new Date(`${day}T00:00:00`).toISOString(), date: day });
  await user.trigger('days', 'onPanelChange', { mode: 'year' });
  expect(await user.page()).toContain('Shown: "2026-03, as a year"');
  await user.trigger('days', 'onPanelChange', { date: '2027-05' });
  expect((await told(user)).filter((line) => line !== 'around')).toEqual([
    ['panel', { ...at('2026-03-10'), mode: 'year' }],
    ['panel', { ...at('2027-03-10'), mode: 'year' }],
    ['changed', at('2027-03-10')],
    ['changed', at('2027-05-10')],
  ]);
  expect((await user.trigger('days', 'onPanelChange', { date: '2027-05' })).error).toContain(
    'a panel other than the current one',
  );
  expect((await user.set('days', '2026-03-15')).error).toContain('2026-03-15 of "days" is disabled');
  expect((await user.set('days', '2026-02-30')).error).toContain('takes a day');
  expect((await user.set('days', null)).error).toContain('cannot be cleared');
});

// Packages with the real search library follow its rules, not those of the stub here.
const testSearch = testGeneration() === '4.0' ? test : test.skip;
testSearch('what is searched for is found in a dialog over the page', async () => {
  const user = await bench.open('choices');
  expect((await user.trigger('find', 'onSearch', { value: 'apple' })).error).toContain('minisearch');
  await user.trigger('find', 'onClose');
  await user.click('forget');
  installSearch(bench.dir);
  await user.trigger('find', 'onSearch', { value: 'apple' });
  const page = await user.page();
  expect(page).toContain('<modal id="find" type="Search" open="true" events=[onSearch, onSelect, onClose]>');
  expect([...page.matchAll(/\*\*Item (\d):\*\*\n(.*)/g)].map(([, index, title]) => [index, title])).toEqual([
    ['0', 'Apple juice'],
    ['1', 'Apple pie'],
    ['2', 'Bread'],
  ]);
  expect((await user.set('size', 'S')).error).toContain('behind the Search "find"');
  expect((await user.trigger('find', 'onSelect', { index: 7 })).error).toContain('0 to 2');
  await user.trigger('find', 'onSelect', { index: 0 });
  expect(await told(user)).toEqual([
    'around',
    'opened',
    ['searched', { value: 'apple', resultCount: 3 }],
    ['found', { id: 2, title: 'Apple juice', kind: 'drink', score: 2, query: 'apple', resultCount: 3 }],
    'closed',
    'around',
  ]);
  await user.click('ask');
  expect(await user.page()).toContain('<modal id="find"');
  await user.trigger('find', 'onSearch', { value: 'zebra' });
  expect(await user.page()).toContain('Note: No results found.');
  expect((await user.trigger('find', 'onSelect', { index: 0 })).error).toContain('Trigger onSearch');
  await user.trigger('find', 'onClose');
  expect(await user.page()).toContain('<button id="find" type="Search" shortcut="mod+k"');
});

test('recent searches can be repeated, and the app is not notified', async () => {
  if (testGeneration() === '4.0') installSearch(bench.dir);
  const user = await bench.open('choices');
  await user.trigger('find', 'onSearch', { value: 'juice' });
  await user.trigger('find', 'onClose');
  expect(await recent('find')).toBeUndefined();
  for (const word of ['juice', 'pie', 'bread', 'juice']) await choose('find', word);
  await told(user);
  expect(await recent('find')).toEqual(['juice', 'bread', 'pie']);
  await user.trigger('find', 'onOpen');
  expect((await user.trigger('find', 'onSearch', { recent: 3 })).error).toContain('0 to 2');
  await user.trigger('find', 'onSearch', { recent: 2 });
  expect(await user.page()).toMatch(/Searched for: "pie".*Apple pie/s);
  expect(await user.page()).not.toContain('Recent searches');
  await user.trigger('find', 'onSelect', { index: 0 });
  const words = (await told(user)).map((one) => (Array.isArray(one) ? one[0] : one));
  expect(words).toEqual([
    'around',
    'opened',
    'closed',
    'around',
    'opened',
    'around',
    'found',
    'closed',
    'around',
  ]);

  // A search reads what is stored under its name when it appears, and does not see what another stores later.
  await user.navigate('searches');
  expect(await recent('two')).toEqual(['pie', 'juice', 'bread']);
  await choose('two', 'cheese');
  expect(await recent('two')).toEqual(['cheese', 'pie']);
  expect(await recent('same')).toEqual(['pie', 'juice', 'bread']);
  expect(await recent('own')).toBeUndefined();
  await choose('none', 'cheese');
  expect(await recent('none')).toBeUndefined();
  expect((await user.trigger('none', 'onSearch', { recent: 0 })).error).toContain('shows none now');
  bench.restart();
  await user.navigate('choices');
  expect(await recent('find')).toEqual(['cheese', 'pie']);

  async function choose(blockId: string, value: string): Promise<void> {
    await user.trigger(blockId, 'onSearch', { value });
    await user.trigger(blockId, 'onSelect', { index: 0 });
  }

  async function recent(blockId: string): Promise<unknown> {
    await user.trigger(blockId, 'onOpen');
    const [, list] = /Recent searches: (.*)/.exec(await user.page()) ?? [];
    await user.trigger(blockId, 'onClose');
    return list === undefined ? undefined : JSON.parse(list);
  }
});

/** Replaces the search library that an app has with its own blocks: counts the words it finds. */
function installSearch(dir: string): void {
  const modules = join(dir, 'node_modules');
  const blocks = join(modules, '@lowdefy/blocks-antd');
  mkdirSync(blocks, { recursive: true });
  writeFileSync(join(blocks, 'package.json'), '{"name":"@lowdefy/blocks-antd","version":"5.3.0"}');
  cpSync(new URL('../fixtures/plugins/minisearch', import.meta.url), join(modules, 'minisearch'), {
    recursive: true,
  });
}

test('items of a masonry list are list items', async () => {
  const user = await bench.open('choices');
  await user.click('add_brick');
  await user.set('bricks.0.word', 'first');
  expect((await user.state()).state.bricks).toEqual([{ word: 'first' }]);
  expect(await user.page()).toContain('<list id="bricks" type="MasonryList" items="1"');
});

test('a sidebar shows its content while it is expanded', async () => {
  const user = await bench.open('sidebar');
  expect(await told(user)).toEqual(['wide', 'phone']);
  expect(await user.page()).toContain('id="wide"');
  expect(await user.page()).not.toMatch(/id="(slim|phone_only|in_drawer)"/);
  expect((await user.set('slim', 'x')).error).toContain(
    'area "siderClosed" of "sidebar", which is not shown',
  );
  expect((await user.set('phone_only', 'x')).error).toContain('not shown');
  await user.trigger('sidebar', 'onToggleSider');
  expect(await told(user)).toEqual(['folded', 'toggled', 'slim']);
  expect(await user.page()).toContain('folded="true"');
  expect(await user.set('slim', 'x')).toMatchObject({ success: true });
  await user.trigger('sidebar', 'onToggleSider');
  await user.click('fold');
  expect((await told(user)).slice(0, 4)).toEqual(['unfolded', 'toggled', 'wide', 'folded']);
});

test("the header of a page has notifications and the user's menu", async () => {
  const user = await bench.open('sidebar');
  const page = await user.page();
  expect(page).toContain('<link title="Notifications" pageId="layouts" count="3">');
  expect(page).toContain('"event":"onProfileMenuClick"');
  await user.click('forget');
  await user.trigger('sidebar', 'onProfileMenuClick', { key: 'leave' });
  expect(await told(user)).toEqual([
    menu(true),
    ['profile', { key: 'leave', keyPath: ['leave'] }],
    menu(false),
  ]);
  expect(await user.trigger('sidebar', 'onProfileMenuClick', { key: 'settings' })).toMatchObject({
    navigatedTo: 'choices',
  });
});

test('what is open and chosen survives a restart', async () => {
  const user = await bench.open('choices');
  await user.trigger('more', 'onOpenChange', { open: true });
  await user.trigger('wizard', 'onChange', { current: 3 });
  await user.trigger('days', 'onPanelChange', { mode: 'year' });
  bench.restart();
  const page = await user.page();
  expect(page).toContain('<display id="wizard" type="Steps" current="3"');
  expect(page).toContain('as a year');
});
