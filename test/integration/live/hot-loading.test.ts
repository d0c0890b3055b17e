import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually } from '../harness.ts';
import type { SocketPage } from './socket-page.ts';
import { type Live, put, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const FILE = 'apps/contacts/app.lua';
const VIEW = 'apps/contacts/viewdefs/App.DEFAULT.html';
const app = ({ fields = 'name = "", phone = ""', label = 'return self.name', more = '' } = {}) => `
Contact = session:prototype("Contact", { ${fields} })
function Contact:label() ${label} end
${more}
App = session:prototype("App", { items = EMPTY })
contacts = contacts or App:new({ items = { Contact:new({ name = "Ada", phone = "1" }), Contact:new({ name = "Bob" }) } })
`;

let live: Live;
let page: SocketPage;
let label: number;
beforeAll(async () => {
  live = await startLive(cleanup, 'stdio');
});
beforeEach(async () => {
  rmSync(join(live.base, 'apps'), { recursive: true, force: true });
  live.write(FILE, app());
  live.write(VIEW, '<template><p>first</p></template>');
  await live.start();
  await live.agent.ask('ui_display', { name: 'contacts' });
  await live.agent.run('before = contacts.items[1]');
  page = await live.page();
  label = await page.create(1, 'value.items.0.label()');
  await page.until('the label', () => page.values.get(label) === 'Ada');
});

const status = async () => (await live.agent.ask('ui_status')).structured as { problems?: string[] };

describe('a saved Lua file', () => {
  test('gives existing objects new methods and is pushed; the objects stay the same', async () => {
    live.write(FILE, app({ label: 'return self.name .. "!"' }));
    await page.until('the new method', () => page.values.get(label) === 'Ada!');
    expect(await live.agent.run('return before == contacts.items[1] and mcp.value == contacts')).toBe(true);
  });

  test('is also seen if an editor writes another file and renames it', async () => {
    put(join(live.base, `${FILE}.tmp`), app({ label: 'return "renamed"' }));
    renameSync(join(live.base, `${FILE}.tmp`), join(live.base, FILE));
    await page.until('the new method', () => page.values.get(label) === 'renamed');
  });

  test('adds fields, removes deleted ones, and runs mutate', async () => {
    live.write(
      FILE,
      app({
        fields: 'name = "", mobile = "none"',
        label: 'return self.name .. " " .. self.mobile .. " " .. tostring(self.phone)',
        more: 'function Contact:mutate() if self.phone and self.phone ~= "" then self.mobile = self.phone end end',
      }),
    );
    await page.until('the change', () => page.values.get(label) === 'Ada 1 nil');
    expect(
      await live.agent.run('return { contacts.items[2].mobile, contacts.items[2].phone == nil }'),
    ).toEqual(['none', true]);
  });

  test('that is broken is reported with its line everywhere, and the old code keeps running', async () => {
    live.write(FILE, app({ label: 'return self.name .. = 1' }));
    const [problem = ''] = await eventually('the problem', async () => (await status()).problems);
    expect(problem).toMatch(/apps\/contacts\/app\.lua:3:/);
    expect(live.file('log/lua-err.log')).toMatch(/apps\/contacts\/app\.lua:3:/);
    const next = await live.agent.ask('ui_run', { code: 'return contacts.items[1]:label()' });
    expect(next.text).toBe('"Ada"');
    expect(next.note).toMatch(/could not be loaded; the old code stays in use: .*app\.lua:3:/s);
    expect((await live.agent.ask('ui_run', { code: 'return 1' })).note).toBe('');

    live.write(FILE, app({ label: 'return "mended"' }));
    await page.until('the mended method', () => page.values.get(label) === 'mended');
    expect(await status()).not.toHaveProperty('problems');
  });

  test('that fails while it runs is reported too', async () => {
    live.write(FILE, app({ more: 'error("half way")' }));
    const [problem = ''] = await eventually('the problem', async () => (await status()).problems);
    expect(problem).toMatch(/app\.lua:4: half way/);
    expect(await live.agent.run('return contacts.items[1]:label()')).toBe('Ada');
  });

  test('that was broken and is deleted is no longer a problem', async () => {
    live.write(FILE, 'x = = 1\n');
    await eventually('the problem', async () => (await status()).problems);
    rmSync(join(live.base, FILE));
    await eventually('no problem', async () => (await status()).problems === undefined);
  });

  test('in lua/ that was required is loaded again', async () => {
    live.write('lua/words.lua', 'words = { hello = "hello" }\n');
    await live.agent.run('require("words")');
    const word = await page.create(1, 'greeting()');
    await live.agent.run('function mcp.greeting() return words.hello end');
    await page.until('the word', () => page.values.get(word) === 'hello');
    live.write('lua/words.lua', 'words = { hello = "good day" }\n');
    await page.until('the new word', () => page.values.get(word) === 'good day');
  });
});

describe('a saved view', () => {
  const viewdefs = () => String(page.properties.get(1)?.viewdefs);

  test('reaches open pages, and its type is rendered again', async () => {
    const value = await page.create(1, 'value');
    await page.until('the app', () => page.values.get(value));
    page.take();
    live.write(VIEW, '<template><p>second</p></template>');
    await page.until('the refresh', () => page.heard.some(({ data }) => data.varId === value));
    const [first] = page.heard;
    expect(first?.data).toMatchObject({ varId: 1 });
    expect(JSON.parse(viewdefs())).toEqual({ 'App.DEFAULT': '<template><p>second</p></template>' });
  });

  test('that is broken is reported, and the old one stays; the fixed one is pushed', async () => {
    live.write(VIEW, '<p>no template</p>');
    const [problem = ''] = await eventually('the problem', async () => (await status()).problems);
    expect(problem).toContain(VIEW);
    expect((await live.agent.ask('ui_run', { code: 'return 1' })).note).toContain('A view cannot be used');
    expect(viewdefs()).toContain('first');
    live.write(VIEW, '<template><p>third</p></template>');
    await page.until('the mended view', () => viewdefs().includes('third'));
    expect(await status()).not.toHaveProperty('problems');
  });

  test('that was broken and is deleted is no longer a problem', async () => {
    live.write(VIEW.replace('App', 'Other'), '<p>no template</p>');
    await eventually('the problem', async () => (await status()).problems);
    rmSync(join(live.base, VIEW.replace('App', 'Other')));
    await eventually('no problem', async () => (await status()).problems === undefined);
  });

  test('does not replace an uploaded one of the same name', async () => {
    const upload = { type: 'App', namespace: 'DEFAULT', content: '<template><p>uploaded</p></template>' };
    await live.agent.ask('ui_upload_viewdef', upload);
    await page.until('the upload', () => viewdefs().includes('uploaded'));
    live.write(VIEW, '<template><p>from the file</p></template>');
    live.write('apps/other/app.lua', '');
    await page.until('a later change', () => String(page.properties.get(1)?.apps).includes('other'));
    expect(viewdefs()).toContain('uploaded');
  });
});

test('a change right before ui_display is shown', async () => {
  live.write('apps/new-one/app.lua', 'newOne = { title = "written a moment ago" }\n');
  await live.agent.ask('ui_display', { name: 'new-one' });
  const title = await page.create(1, 'value.title');
  await page.until('the title', () => page.values.get(title) === 'written a moment ago');
});
