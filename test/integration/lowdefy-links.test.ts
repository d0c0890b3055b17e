import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

const SET_AFTER = { type: 'setValue', blockId: 'after', value: 'x' };

describe('a link', () => {
  test('leads to a page, stops the remaining actions, and shows where it led', async () => {
    const user = await bench.open('links');
    const { sessionId } = user;
    const actions = [{ type: 'triggerEvent', blockId: 'plain', event: 'onClick' }, SET_AFTER];
    const { page, log } = await bench.call('interact', { sessionId, actions });
    expect(page).toContain('Page: target');
    expect(log).toEqual([
      {
        action: 'triggerEvent',
        blockId: 'plain',
        event: 'onClick',
        success: true,
        navigatedTo: 'target',
        warnings: ['The page changed; 1 action was skipped.'],
      },
      { action: 'onMount', blockId: 'target', success: true },
    ]);
    expect((await user.state()).state).toMatchObject({ after: null, path: '/target' });
  });

  test('carries input and URL query', async () => {
    const user = await bench.open('links');
    await user.click('with_input');
    expect((await user.state()).state).toMatchObject({
      input: { name: 'given' },
      query: { id: 7, nested: { a: 'b' } },
    });
    expect(await user.page()).toContain('Input given');
  });

  test('goes back, and home', async () => {
    const user = await bench.open('home');
    await user.navigate('links');
    expect(await user.click('home')).toMatchObject({ navigatedTo: 'home' });
    await user.navigate('links');
    expect(await user.click('back')).toMatchObject({ success: true, navigatedTo: 'home' });
    expect((await user.state()).pageId).toBe('home');
  });

  test('back from the first page leads nowhere', async () => {
    const user = await bench.open('links');
    const log = await user.act({ type: 'triggerEvent', blockId: 'back', event: 'onClick' }, SET_AFTER);
    expect(log[0]?.warnings).toEqual(['There is no page to go back to.']);
    expect(log[1]).toMatchObject({ action: 'setValue', success: true });
  });

  test('out of the app is reported, not followed', async () => {
    const user = await bench.open('links');
    const item = await user.click('external');
    expect(item).toMatchObject({
      success: true,
      warnings: [expect.stringContaining('https://example.com/x')],
    });
    expect(await user.state()).toMatchObject({ pageId: 'links', state: { went_on: true } });
  });

  test.each(['nowhere', 'forbidden'])(
    'to an unknown page is refused, and the remaining actions continue: %s',
    async (blockId) => {
      const user = await bench.open('links');
      const log = await user.act({ type: 'triggerEvent', blockId, event: 'onClick' }, SET_AFTER);
      expect(log).toEqual([
        {
          action: 'triggerEvent',
          blockId,
          event: 'onClick',
          success: false,
          error: expect.stringContaining('Page "'),
        },
        { action: 'setValue', blockId: 'after', success: true },
      ]);
      expect((await user.state()).pageId).toBe('links');
    },
  );
});

describe('a page that redirects its visitors', () => {
  test('is left for the next one', async () => {
    const user = await bench.open('links');
    expect(await user.click('around')).toMatchObject({ navigatedTo: 'target' });
    expect((await user.state()).pageId).toBe('target');
  });

  test('to a forbidden page keeps them, and the remaining actions do not run on another page', async () => {
    const user = await bench.open('links');
    const log = await user.act(
      { type: 'navigate', pageId: 'redirect', urlQuery: { to: 'admin' } },
      SET_AFTER,
    );
    expect(log[0]).toMatchObject({
      success: false,
      navigatedTo: 'redirect',
      error: expect.stringContaining('admin'),
    });
    expect(log.map((item) => item.action)).not.toContain('setValue');
  });

  test('in a circle is stopped', async () => {
    const user = await bench.open('links');
    const { isError, text } = await user.navigate('redirect', { urlQuery: { to: 'redirect' } });
    // Its onInit runs once in a session, so the second time it stays.
    expect(isError ? text : (await user.state()).pageId).toBe('redirect');
  });
});

describe('navigate', () => {
  test('accepts input and urlQuery, as a tool and as an action', async () => {
    const user = await bench.open();
    const target = { input: { name: 'n' }, urlQuery: { id: 1 } };
    const { page, log } = await user.navigate('target', target);
    expect(page).toContain('Input n');
    expect(log).toEqual([{ action: 'onMount', blockId: 'target', success: true }]);
    const before = await user.state();
    await user.navigate('home');
    expect(await user.do({ type: 'navigate', pageId: 'target', ...target })).toMatchObject({
      success: true,
      pageId: 'target',
      navigatedTo: 'target',
    });
    expect((await user.state()).state).toEqual(before.state);
  });

  test('to an unknown page changes nothing', async () => {
    const user = await bench.open('home');
    const { isError, text } = await user.navigate('hom');
    expect([isError, text]).toEqual([true, 'Page "hom" not found for this user. Did you mean "home"?']);
    expect((await user.state()).pageId).toBe('home');
  });

  test('keeps the state of a page that was visited before', async () => {
    const user = await bench.open('inputs');
    await user.set('area', 'kept');
    await user.navigate('home');
    await user.navigate('inputs');
    expect((await user.state()).state.area).toBe('kept');
  });
});
