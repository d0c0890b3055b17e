import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { testGeneration } from './lowdefy/test-lowdefy.ts';
import { openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

const ENTERED = ['page onInit', 'page onInitAsync'];
const MOUNTED = ['hidden_self', 'debounced', 'in_first', 'page onMount', 'page onMountAsync'];

describe('life-cycle events run where the real client runs them', () => {
  test('on entering: what is on the screen, from the inside out', async () => {
    const user = await bench.open();
    const { log } = await user.navigate('life');
    expect((await user.state()).state.log).toEqual([...ENTERED, ...MOUNTED]);
    expect(log.map((item) => `${item.action} ${item.blockId ?? ''}`.trim())).toEqual([
      'onInit',
      'onInitAsync',
      'onMount hidden_self',
      'onMount slow_mount',
      'onMount in_first',
      'onMount life',
      'onMountAsync life',
    ]);
  });

  test('the second visit mounts again but does not initialize', async () => {
    const user = await bench.open('life');
    await user.navigate('home');
    const { log } = await user.navigate('life');
    expect(log.map((item) => item.action)).not.toContain('onInit');
    expect((await user.state()).state.log).toEqual([...ENTERED, ...MOUNTED, ...MOUNTED]);
  });

  test('the content of a hidden container mounts each time it is shown', async () => {
    const user = await bench.open('life');
    for (const value of [true, false, true]) await user.set('reveal', value);
    const { log } = (await user.state()).state as { log: string[] };
    expect(log.filter((word) => word === 'hidden_child')).toHaveLength(2);
  });

  test('failed ones are reported, and the page is shown all the same', async () => {
    const user = await bench.open();
    const { page, log } = await user.navigate('broken');
    expect(page).toContain('Still here.');
    expect(log).toMatchObject([
      { action: 'onInit', success: false, error: 'Nothing to load.' },
      {
        action: 'onMount',
        success: false,
        requests: ['missing'],
        error: expect.stringContaining('no_such_table'),
        requestResults: [{ requestId: 'missing', success: false }],
      },
    ]);
  });

  test('navigate logs the requests of each event', async () => {
    const user = await bench.open();
    const { log } = await user.navigate('data');
    expect(log).toEqual([
      { action: 'onMount', blockId: 'data', success: true, requests: ['all_notes', 'many'] },
    ]);
  });
});

describe('tabs and panels', () => {
  test('a tab mounts when it is chosen, once per visit', async () => {
    const user = await bench.open('life');
    for (const activeKey of ['second', 'first', 'second'])
      expect(await user.trigger('tabs', 'onChange', { activeKey })).toMatchObject({ success: true });
    const { state } = await user.state();
    expect(state).toMatchObject({ chosen: 'second', in_second: 'loaded' });
    expect((state.log as string[]).filter((word) => word === 'in_second')).toHaveLength(1);
  });

  test('writing into an inactive tab opens it first, lets it load, and says so', async () => {
    const user = await bench.open('life');
    const log = await user.act({ type: 'setValue', blockId: 'in_second', value: 'mine' });
    expect(log[0]).toMatchObject({ success: true, warnings: ['Opened "second" of "tabs" first.'] });
    expect(log[1]).toMatchObject({ action: 'onMount', blockId: 'in_second' });
    // What the tab loads when it opens does not overwrite what was typed afterwards.
    expect((await user.state()).state).toMatchObject({ in_second: 'mine', chosen: 'second' });
  });

  test('a panel opens next to those that are open', async () => {
    const user = await bench.open('life');
    await user.set('in_bottom', 'x');
    expect(await user.page()).toMatch(/key="top"[^>]*active[\s\S]*key="bottom"[^>]*active/);
  });

  test.each([
    [{ activeKey: 'locked' }, 'disabled'],
    [{ activeKey: 'nope' }, 'has no "nope"'],
    [{ activeKey: [] }, 'one of "first", "second", "locked"'],
    [{ activeKey: ['first', 'second'] }, 'one of "first", "second", "locked"'],
    [undefined, 'needs the payload'],
  ])('a choice that cannot be made is refused: %j', async (payload, sentence) => {
    const user = await bench.open('life');
    const item = await user.trigger('tabs', 'onChange', payload);
    expect(item).toMatchObject({ success: false, error: expect.stringContaining(sentence) });
    expect((await user.state()).state.chosen).toBeUndefined();
  });

  test('a disabled tab does not open', async () => {
    const user = await bench.open('life');
    expect(await user.set('in_locked', 'x')).toMatchObject({
      success: false,
      error: '"locked" of "tabs" is disabled.',
    });
  });
});

describe('modals, drawers and confirmations', () => {
  test('a closed modal is listed with how to open it, and its content is out of reach', async () => {
    const user = await bench.open('life');
    const page = await user.page();
    expect(page).toMatch(/<modal id="modal"[^>]*open="false"/);
    expect(page).toContain('Note: Opened by onClick of open_modal.');
    expect(page).not.toContain('toggleOpen');
    expect(page).not.toContain('in_modal');
    expect((await user.set('in_modal', 'x')).error).toContain('is in the Modal "modal", which is closed');
    expect((await user.trigger('modal', 'onOk')).error).toContain('is closed');
  });

  test('opens with its button, mounts, stays open while onOk fails, closes with its events', async () => {
    const user = await bench.open('life');
    await user.click('open_modal');
    expect(await user.page()).toContain('<input id="in_modal"');
    expect(await user.trigger('modal', 'onOk')).toMatchObject({
      success: false,
      validation: { in_modal: ['The modal needs text.'] },
    });
    await user.set('in_modal', 'text');
    expect(await user.trigger('modal', 'onOk')).toMatchObject({ success: true });
    const { log } = (await user.state()).state as { log: string[] };
    expect(log.slice(ENTERED.length + MOUNTED.length)).toEqual([
      'modal onOpen',
      'in_modal',
      'modal onOk',
      'modal onClose',
      'modal afterClose',
    ]);
    expect(await user.page()).not.toContain('in_modal"');
  });

  test('offers only its visible buttons', async () => {
    const user = await bench.open('life');
    await user.click('open_bare');
    expect((await user.trigger('bare_modal', 'onOk')).error).toContain('Valid: "onCancel"');
    expect(await user.trigger('bare_modal', 'onCancel')).toMatchObject({ success: true });
    await user.click('take_note');
    expect((await user.trigger('notice', 'onCancel')).error).toContain('has no event "onCancel"');
    expect(await user.trigger('notice', 'onOk')).toMatchObject({ success: true });
  });

  test("a drawer's onClose clears its form", async () => {
    const user = await bench.open('life');
    await user.click('open_drawer');
    await user.set('in_drawer', 'typed');
    expect(await user.trigger('drawer', 'onClose')).toMatchObject({ success: true });
    const { state } = await user.state();
    expect(state.in_drawer).toBeNull();
    const toggled = (state.log as string[]).filter((word) => word === 'drawer onToggle');
    expect(toggled).toHaveLength(testGeneration() === '4.0' ? 2 : 0);
    expect((await user.set('in_drawer', 'x')).error).toContain('closed');
  });

  test('a confirmation that fails stays open', async () => {
    const user = await bench.open('life');
    await user.set('reveal', true);
    await user.click('ask');
    expect(await user.trigger('confirm', 'onOk')).toMatchObject({ success: false, error: 'Not now.' });
    expect((await user.set('reveal', false)).error).toContain('is behind the ConfirmModal "confirm"');
    expect(await user.trigger('confirm', 'onCancel')).toMatchObject({ success: true });
    await user.set('reveal', false);
    await user.click('ask');
    expect(await user.trigger('confirm', 'onOk')).toMatchObject({ success: true });
    expect((await user.trigger('confirm', 'onOk')).error).toContain('is closed');
    expect((await user.state()).state.log).toContain('confirmed');
  });

  test('leaving the page closes what was open', async () => {
    const user = await bench.open('life');
    await user.trigger('tabs', 'onChange', { activeKey: 'second' });
    await user.click('open_modal');
    expect((await user.click('leave')).error).toContain('is behind the Modal "modal"');
    await user.navigate('target');
    await user.click('back');
    const page = await user.page();
    expect(page).toMatch(/<modal id="modal"[^>]*open="false"/);
    expect(page).toContain('active="first"');
  });
});

test('a dialog that was open for one record is closed on the next', async () => {
  const user = await bench.open('life');
  await user.click('open_modal');
  expect(await user.page()).toContain('<modal id="modal" type="Modal" open="true"');
  await user.navigate('life', { urlQuery: { id: 2 } });
  expect(await user.page()).toContain('<modal id="modal" type="Modal" open="false"');
  expect(await user.set('in_first', 'x')).toMatchObject({ success: true });
});
