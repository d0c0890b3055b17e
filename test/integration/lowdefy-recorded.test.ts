import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import {
  GENERATION_4_5,
  GENERATION_5,
  type Generation,
  installRecorded,
} from '../fixtures/generations/install-generation.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { testLowdefy } from './lowdefy/test-lowdefy.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

/** What the real builds of these versions made of an app, on packages of their shape. */
describe.each([GENERATION_4_5, GENERATION_5])('a build that Lowdefy $version made', (words) => {
  test('has its pages, menus, requests, dialogs and tabs', async () => {
    const user = await connect(cleanup, makeRecorded(words));
    const { sessionId, pages, call } = await open(user);
    expect(pages).toEqual(['items', 'edit', 'features']);
    const { texts: items } = await call('navigate', { pageId: 'items', view: 'full' });
    expect(items[0]).toContain('Pages: ["items","features"]');
    expect(items[0]).toContain('| 1 | Pen | 3 |');
    const click = { type: 'triggerEvent', blockId: 'new_btn', event: 'onClick' };
    const opened = await call('interact', { actions: [click], view: 'full' });
    expect(opened.log()[0]).toMatchObject({ success: true });
    expect(opened.texts[0]).toContain('id="name"');
    const { texts: edit } = await call('navigate', { pageId: 'edit', input: { id: 1 } });
    expect(edit[0]).toContain('Current value: "Pen"');
    // The second tab was never open: events of its blocks have no actions, and no promises.
    const { texts: features } = await call('navigate', { pageId: 'features' });
    expect(features[0]).toContain('id="ta"');
    const { log } = await call('interact', {
      actions: [
        { type: 'triggerEvent', blockId: 'tabs', event: 'onChange', payload: { activeKey: 'b' } },
        { type: 'setValue', blockId: 'tb', value: '2026-01-02' },
        { type: 'callMethod', blockId: 'people', method: 'pushItem' },
        { type: 'setValue', blockId: 'people.0.name', value: 'Ann' },
      ],
    });
    expect(
      log()
        .slice(0, 4)
        .map(({ success }) => success),
    ).toEqual([true, true, true, true]);
    expect(JSON.parse((await call('get_state')).texts[0] ?? '{}').state).toMatchObject({
      people: [{ name: 'Ann' }],
    });
    for (const text of [items, edit, features]) expect(text[0]).not.toMatch(/~(arr|k|r|l)\b/);
    expect(sessionId).toMatch(/^sess_/);
  });

  test.each<[string, string[] | undefined, boolean]>([
    ['nobody', undefined, false],
    ['a user of another role', ['guest'], false],
    ['a user of the role', ['admin'], true],
  ])('opens a protected page to %s only if the build says so', async (_, roles, isAllowed) => {
    const dir = makeRecorded(words);
    protect(dir, words);
    if (roles) writeFileSync(join(dir, 'tandem.yaml'), `mcp: { user: { id: u, roles: [${roles}] } }\n`);
    const { pages, call } = await open(await connect(cleanup, dir));
    expect(pages.includes('features')).toBe(isAllowed);
    const { isError, texts } = await call('navigate', { pageId: 'features' });
    expect(isError).toBe(!isAllowed);
    if (!isAllowed) expect(texts[0]).toMatch(/Page "features" needs (the role|a signed-in user)/);
    const { texts: items } = await call('navigate', { pageId: 'items', view: 'full' });
    expect(items[0]?.includes('"features"')).toBe(isAllowed);
  });
});

test.skipIf(testLowdefy())(
  'an app that asks for a newer Lowdefy than there is says so in the first line of each page',
  async () => {
    const dir = join(tempDir(cleanup), 'app');
    mkdirSync(dir, { recursive: true });
    writeFileSync(
      join(dir, 'lowdefy.yaml'),
      'lowdefy: 5.3.0\npages:\n  - { id: home, type: Box, blocks: [{ id: name, type: TextInput }] }\n',
    );
    const { call } = await open(await connect(cleanup, dir));
    const notice = `Note: this app asks for Lowdefy 5.3.0 but runs on 4.0.0-rc.11, so parts of it may be missing or behave differently. To install its own version, run "cd ${dir} && npx lowdefy@5.3.0 build --no-next-build", then start Tandem again.`;
    const { texts: page } = await call('navigate', { pageId: 'home' });
    expect(page[0]?.split('\n')[0]).toBe(notice);
    const actions = [{ type: 'setValue', blockId: 'name', value: 'Ann' }];
    const { texts: changes } = await call('interact', { actions });
    expect(changes[0]?.split('\n')[0]).toBe(notice);
  },
);

function makeRecorded(words: Generation): string {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir, { recursive: true });
  installRecorded(dir, words);
  const database = new Database(join(dir, 'data.db'));
  database.exec(
    "create table items (id integer primary key, name text, qty integer, note text); insert into items (name, qty) values ('Pen', 3)",
  );
  database.close();
  return dir;
}

/** As these builds write `auth.pages.roles: { admin: [features] }`. */
function protect(dir: string, { generation }: Generation): void {
  const build = join(dir, '.lowdefy/server/build');
  const auth = '"auth":{"public":false,"roles":{"~arr":["admin"],"~k":"x1"},"~k":"x2"}';
  const page = generation === '5' ? 'pages/features.json' : 'pages/features/features.json';
  replaceIn(join(build, page), /"auth":\{"public":true,"~k":"\w+"\}/, auth);
  replaceIn(
    join(build, 'menus.json'),
    /(?<="pageId":"features","properties":\{[^}]*\},)"auth":\{[^}]*\}/,
    auth,
  );
}

function replaceIn(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
}

async function open(user: McpUser) {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  const listed = await user.call('get_pages', { sessionId });
  const { pages } = listed.structured as { pages: { pageId: string }[] };
  return {
    sessionId,
    pages: pages.map(({ pageId }) => pageId),
    call: (name: string, args: object = {}) => user.call(name, { sessionId, ...args }),
  };
}
