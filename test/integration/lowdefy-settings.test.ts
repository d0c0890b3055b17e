import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { copyFixtureApp, openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

describe('what is hidden from agents', () => {
  test('an excluded page is nowhere: not in menus, lists or suggestions, and cannot be opened', async () => {
    const user = await bench.open();
    const { page } = await user.navigate('home');
    expect(page.toLowerCase()).not.toContain('backstage');
    const { isError, text } = await user.navigate('backstag');
    expect([isError, text.includes('"backstage"')]).toEqual([true, false]);
    expect((await user.navigate('backstage')).isError).toBe(true);
  });

  test('an excluded block is nowhere: not in the view, the state or suggestions, and cannot be used', async () => {
    const user = await bench.open('guarded');
    expect(await user.page()).not.toContain('not_for_agents');
    expect(JSON.stringify(await user.state())).not.toContain('not_for_agents');
    for (const blockId of ['not_for_agents', 'not_for_agent']) {
      const { success, error } = await user.set(blockId, 'x');
      expect(success).toBe(false);
      expect(error?.replace(`Block "${blockId}"`, '')).not.toContain('not_for_agents');
    }
    expect((await user.do({ type: 'setState', key: 'not_for_agents', value: 'x' })).success).toBe(false);
  });
});

describe('what needs approval', () => {
  test.each(['pay', 'wipe'])('%s is not done, and the person is asked', async (blockId) => {
    const user = await bench.open('guarded');
    const action = { type: 'triggerEvent', blockId, event: 'onClick' };
    const { structured } = await bench.call('interact', { sessionId: user.sessionId, actions: [action] });
    expect(structured).toEqual({ asked: expect.stringContaining('asks for your approval') });
    expect((await user.state()).state).toEqual({ amount: null });
  });
});

describe('settings of the app', () => {
  async function openWith(mcp: string): Promise<Workbench> {
    const dir = copyFixtureApp(cleanup);
    writeFileSync(join(dir, 'tandem.yaml'), `mcp:\n${mcp}`);
    return openWorkbench(cleanup, dir);
  }

  test('readOnly: nothing is written, and the log says why', async () => {
    const readOnly = await openWith('  readOnly: true\n');
    const user = await readOnly.open('data');
    await user.set('note', 'no');
    const item = await user.click('add');
    expect(item).toMatchObject({
      success: false,
      error: expect.stringContaining('readOnly'),
      requestResults: [{ requestId: 'add_note', success: false }],
    });
    const db = new Database(join(readOnly.dir, 'data.db'));
    expect(db.prepare('select count(*) as n from notes').get()).toMatchObject({ n: 2 });
    db.close();
  });

  test('tools.X.enabled: false, and a page that needs approval as a whole', async () => {
    const other = await openWith(
      '  tools:\n    get_state:\n      enabled: false\n  pages:\n    inputs:\n      confirm: true\n',
    );
    const user = await other.open('inputs');
    const { isError, text } = await other.call('get_state', { sessionId: user.sessionId });
    expect([isError, text]).toEqual([true, expect.stringContaining('mcp.tools.get_state.enabled: false')]);
    for (const action of [
      { type: 'setValue', blockId: 'text', value: 'x' },
      { type: 'setState', key: 'own', value: 1 },
      { type: 'setGlobal', key: 'own', value: 1 },
      { type: 'triggerEvent', blockId: 'validate', event: 'onClick' },
    ])
      expect(
        (await other.call('interact', { sessionId: user.sessionId, actions: [action] })).structured,
      ).toEqual({ asked: expect.stringContaining('asks for your approval') });
  });
});

describe('passwords', () => {
  const PASSWORD = 'hunter2-hunter2';

  test('are in no view, no state, no result and no history', async () => {
    const user = await bench.open('inputs');
    const answers = [
      await user.act(
        { type: 'setValue', blockId: 'password', value: PASSWORD },
        { type: 'setState', key: 'password', value: PASSWORD },
        { type: 'setState', values: { password: PASSWORD, pin: PASSWORD } },
        { type: 'setValue', blockId: 'password', value: { wrong: PASSWORD } },
      ),
      await user.page(),
      await user.state(),
    ];
    await user.navigate('lists');
    answers.push(
      await user.act(
        { type: 'setValue', blockId: 'orders.0.token', value: PASSWORD },
        { type: 'setValue', blockId: 'orders', value: [{ name: 'x', token: PASSWORD }] },
        { type: 'setValue', blockId: 'orders', value: JSON.stringify([{ name: 'x', token: PASSWORD }]) },
        { type: 'callMethod', blockId: 'orders', method: 'removeItem', args: [0] },
      ),
    );
    await user.navigate('links');
    answers.push(
      await user.act(
        { type: 'setValue', blockId: 'login_password', value: PASSWORD },
        { type: 'triggerEvent', blockId: 'sign_in', event: 'onClick' },
      ),
    );
    const { store } = bench.sessions;
    const history = await store.readLog({ sessionId: user.sessionId, userId: 'local' }, { limit: 200 });
    expect(history.filter((line) => line.action === 'setValue')).toHaveLength(6);
    expect(JSON.stringify([answers, history])).not.toContain(PASSWORD);
    expect(JSON.stringify(history)).toContain('••••');
  });

  test('can be typed all the same, and survive a restart', async () => {
    const user = await bench.open('inputs');
    await user.set('password', PASSWORD);
    bench.restart();
    await user.set('number', 2);
    expect(await user.click('validate')).toMatchObject({ success: true });
  });
});

describe('the history of a session', () => {
  test('says who did what, with what outcome', async () => {
    const user = await bench.open('home');
    await user.act({ type: 'navigate', pageId: 'inputs' });
    await user.act({ type: 'setValue', blockId: 'number', value: 1000 });
    const { store } = bench.sessions;
    const history = await store.readLog({ sessionId: user.sessionId, userId: 'local' });
    expect(history).toMatchObject([
      { action: 'create' },
      { action: 'navigate', pageId: 'home', success: true, actor: { kind: 'agent', name: 'agent' } },
      { action: 'navigate', pageId: 'inputs', success: true, navigatedTo: 'inputs' },
      { action: 'setValue', blockId: 'number', value: 1000, success: false, error: expect.any(String) },
    ]);
  });
});

describe('views', () => {
  test('interact returns what changed, or the whole page or nothing on request', async () => {
    const user = await bench.open('inputs');
    const { sessionId } = user;
    const see = (view: string | undefined, format = 'tags') =>
      bench.call('interact', {
        sessionId,
        actions: [{ type: 'setValue', blockId: 'area', value: `seen ${view} ${format}` }],
        format,
        ...(view ? { view } : {}),
      });
    expect((await see(undefined)).page).toBe('Nothing else changed.');
    const actions = [{ type: 'setValue', blockId: 'number', value: '4' }];
    const changes = await bench.call('interact', { sessionId, actions });
    expect(changes.page).toContain('Current value: 4');
    expect(changes.page).not.toContain('id="choice"');
    const full = await see('full');
    expect(full.page).toContain('id="choice"');
    expect((await see('none')).page).toBe('');
    const compact = await see('full', 'compact');
    expect(compact.page.length).toBeLessThan(full.page.length);
    expect(compact.page).toContain('seen full compact');
  });

  test('reading the state in between does not require a whole page', async () => {
    const user = await bench.open('inputs');
    await user.state();
    const actions = [{ type: 'setValue', blockId: 'area', value: 'x' }];
    const { page } = await bench.call('interact', { sessionId: user.sessionId, actions });
    expect(page).not.toContain('id="choice"');
  });
});

describe('an app that has changed in the meantime', () => {
  test('gets back what still fits, and the rest is reported once', async () => {
    const dir = copyFixtureApp(cleanup);
    const changing = await openWorkbench(cleanup, dir);
    const user = await changing.open('inputs');
    await user.act(
      { type: 'setValue', blockId: 'area', value: 'still here' },
      { type: 'setValue', blockId: 'heading', value: 'gone' },
    );
    await user.navigate('members').catch(() => {});
    const file = join(dir, 'pages/inputs.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('- id: heading\n', '- id: new_heading\n'));
    appendFileSync(file, '\n');
    const { loadFixture } = await import('./lowdefy/workbench.ts');
    const app = await loadFixture(dir);
    cleanup.add(() => app.close());
    changing.restart(app);
    // Reading first does not lose the report.
    const { state } = await user.state();
    expect(state).toMatchObject({ area: 'still here', new_heading: null });
    expect(state).not.toHaveProperty('heading');
    const log = await user.act({ type: 'setValue', blockId: 'text', value: 'on' });
    expect(log[0]).toMatchObject({ action: 'reload', success: true });
    expect(log[1]).toEqual({
      action: 'restore',
      success: true,
      warnings: ['Not everything could be restored: block "heading" no longer exists on page "inputs".'],
    });
    expect(await user.act({ type: 'setValue', blockId: 'text', value: 'off' })).toHaveLength(1);
  });
});
