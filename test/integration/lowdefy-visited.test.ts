import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/lowdefy/app/app.ts';
import { AppSession } from '../../src/lowdefy/bridge/app-session.ts';
import { restoreSession, saveSession } from '../../src/lowdefy/bridge/saved/saved-session.ts';
import { MAX_CONTEXTS } from '../../src/lowdefy/bridge/saved/visited-pages.ts';
import { createRandom } from '../random.mjs';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { nextCall } from './lowdefy/random-script.ts';
import { copyFixtureApp, loadFixture, openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

/** Pages on which nothing happens; visiting all of them evicts any other page from memory. */
const FILLERS = Array.from({ length: MAX_CONTEXTS + 1 }, (_, i) => `filler_${i}`);

/** With the menu, which is else shown once. */
const WHOLE = { view: 'full' };

function copyWithFillers(): string {
  const dir = copyFixtureApp(cleanup);
  // `pages` is the last key of the file.
  appendFileSync(
    join(dir, 'lowdefy.yaml'),
    FILLERS.map((id) => `  - { id: ${id}, type: Box, blocks: [{ id: field, type: TextInput }] }\n`).join(''),
  );
  return dir;
}

describe('a page whose context was dropped equals one whose context was kept', () => {
  let kept: Workbench;
  let dropped: Workbench;
  beforeAll(async () => {
    // Each with a database of its own, in which the same happens.
    [kept, dropped] = await Promise.all([
      openWorkbench(cleanup, copyWithFillers()),
      openWorkbench(cleanup, copyWithFillers()),
    ]);
  });
  const SEED = Number(process.env.LOWDEFY_SEED ?? 20261115);

  test.each(Array.from({ length: 20 }, (_, i) => SEED + i))('script of seed %i', async (seed) => {
    const random = createRandom(seed);
    const [a, b] = [await kept.open('inputs'), await dropped.open('inputs')];
    let pageId = 'inputs';
    for (let step = 0; step < 6; step++) {
      const { tool, args } = nextCall(random, pageId);
      const at = `seed ${seed}, step ${step}: ${tool} ${JSON.stringify(args)}`;
      await kept.call(tool, { sessionId: a.sessionId, ...args });
      await dropped.call(tool, { sessionId: b.sessionId, ...args });
      pageId = (await a.state()).pageId;
      await a.navigate('filler_0');
      for (const filler of FILLERS.toReversed()) await b.navigate(filler);
      if (step % 2 === 1) dropped.restart();
      const [left, right] = [await b.navigate(pageId, WHOLE), await a.navigate(pageId, WHOLE)];
      expect(left.text, at).toBe(right.text);
      expect(await b.state(), at).toEqual(await a.state());
    }
  });

  test('values of hidden inputs, shown errors, and what Reset returns to', async () => {
    const user = await dropped.open('inputs');
    await user.set('text', null);
    await user.set('hidden_text', 'hidden words');
    await user.set('hider', true);
    await user.click('validate');
    for (const filler of FILLERS) await user.navigate(filler);
    expect((await user.navigate('inputs')).page).toContain('Say something.');
    await user.set('hider', false);
    expect((await user.state()).state).toMatchObject({ hidden_text: 'hidden words', text: null });
    await user.click('reset');
    expect((await user.state()).state).toMatchObject({ hidden_text: null, text: 'first' });
  });
});

describe('what is in memory and what is saved', () => {
  let app: App;
  beforeAll(async () => {
    app = await loadFixture(copyWithFillers());
    cleanup.add(() => app.close());
  });
  const visit = async (session: AppSession, ...pageIds: string[]) => {
    for (const pageId of pageIds) {
      await session.navigate({ pageId });
      saveSession(session);
    }
  };

  test('contexts of the latest pages only, however many were visited', async () => {
    const session = await AppSession.create(app, null);
    await visit(session, 'inputs', ...FILLERS, 'lists', 'life');
    expect(Object.keys(session.lowdefy.contexts)).toHaveLength(MAX_CONTEXTS);
    expect(session.lowdefy.contexts).toHaveProperty(['page:life']);
    expect(saveSession(session).pages).toHaveProperty('inputs');
  });

  test('a restored session recreates its current page, and no other until it goes there', async () => {
    const session = await AppSession.create(app, null);
    await visit(session, 'inputs', 'lists', 'life');
    const data = structuredClone(saveSession(session));
    const { session: restored } = await restoreSession(app, null, data);
    expect(Object.keys(restored.lowdefy.contexts)).toEqual(['page:life']);
    expect(saveSession(restored)).toEqual(data);
    await visit(restored, 'inputs');
    expect(Object.keys(restored.lowdefy.contexts)).toEqual(['page:life', 'page:inputs']);
  });

  test('a session that was saved by an earlier version, with every page as data', async () => {
    const session = await AppSession.create(app, null);
    await visit(session, 'inputs', 'life');
    const data = structuredClone(saveSession(session)) as { pages: Record<string, unknown> };
    const pages = { ...data.pages, inputs: JSON.parse(String(data.pages.inputs)) };
    const { session: restored } = await restoreSession(app, null, { ...data, pages });
    expect(saveSession(restored)).toEqual(data);
    await visit(restored, 'inputs');
    expect(restored.context.state).toMatchObject({ text: 'first', day: new Date('2026-01-15') });
  });
});

describe('an app that changes while no process is running', () => {
  const page = (id: string, ...fields: string[]) =>
    `  - { id: ${id}, type: Box, blocks: [${fields.map((field) => `{ id: ${field}, type: TextInput }`).join(', ')}] }\n`;
  let dir: string;

  function write(...pages: string[]): void {
    writeFileSync(join(dir, 'lowdefy.yaml'), `lowdefy: 4.0.0-rc.11\npages:\n${pages.join('')}`);
  }

  /** The work of one process. */
  async function inProcess<T>(work: (user: McpUser) => Promise<T>): Promise<T> {
    const user = await connect(cleanup, dir);
    const result = await work(user);
    await user.client.close();
    return result;
  }

  const stateOf = async (user: McpUser, sessionId: string) =>
    JSON.parse((await user.call('get_state', { sessionId })).texts[0] ?? '').state as object;

  test('what is lost on a page is reported when the session goes there, and deleted pages at once', async () => {
    dir = join(tempDir(cleanup), 'app');
    mkdirSync(dir);
    write(page('first', 'kept', 'removed'), page('second', 'field'), page('third', 'other'));
    const sessionId = await inProcess(async (user) => {
      const { structured } = await user.call('session_create', { name: 'test' });
      const { sessionId: id } = structured as { sessionId: string };
      await user.call('navigate', { sessionId: id, pageId: 'first' });
      const actions = ['kept', 'removed'].map((blockId) => ({ type: 'setValue', blockId, value: blockId }));
      await user.call('interact', { sessionId: id, actions });
      for (const pageId of ['second', 'third']) await user.call('navigate', { sessionId: id, pageId });
      return id;
    });

    write(page('first', 'kept'), page('third', 'other', 'more'));
    const fill = { type: 'setValue', blockId: 'other', value: 'x' };
    const log = await inProcess(async (user) =>
      (await user.call('interact', { sessionId, actions: [fill] })).log(),
    );
    expect(log).toMatchObject([
      { action: 'reload' },
      { action: 'restore', warnings: [expect.stringContaining('page "second" no longer exists')] },
      { action: 'setValue', success: true },
    ]);
    expect(JSON.stringify(log)).not.toContain('"removed');

    // Nobody has been on the first page since; it is restored all the same, two processes later.
    const { back, state } = await inProcess(async (user) => ({
      back: (await user.call('navigate', { sessionId, pageId: 'first' })).log(),
      state: await stateOf(user, sessionId),
    }));
    expect(back).toMatchObject([
      {
        action: 'restore',
        warnings: ['Not everything could be restored: block "removed" no longer exists on page "first".'],
      },
    ]);
    expect(state).toEqual({ kept: 'kept' });
    const again = await inProcess((user) => user.call('navigate', { sessionId, pageId: 'first' }));
    expect(again.log()).toEqual([]);
  });
});
