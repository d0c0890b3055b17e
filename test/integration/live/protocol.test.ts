import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually } from '../harness.ts';
import { historyOf } from './history.ts';
import { openPage, refusalOf } from './socket-page.ts';
import { type Live, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const APP = `Contact = session:prototype("Contact", { name = "" })
Contacts = session:prototype("Contacts", { query = "", items = EMPTY, added = 0 })
function Contacts:new(instance)
  instance = session:create(Contacts, instance)
  instance.items = { Contact:new({ name = "Ada" }), Contact:new({ name = "Bob" }), Contact:new({ name = "Cyd" }) }
  return instance
end
function Contacts:list() return self.items end
function Contacts:add() self.added = self.added + 1 end
function Contacts:trimmed(...)
  if select("#", ...) > 0 then self.query = (...):gsub("^%s+", "") end
  return self.query
end
function Contacts:fails() error("on purpose") end
contacts = contacts or Contacts:new()
`;
const FILES = {
  'apps/contacts/app.lua': APP,
  'apps/contacts/viewdefs/Contacts.DEFAULT.html':
    '<template><div ui-view="list()?wrapper=lua.ViewList"></div></template>',
};

let live: Live;
let url: string;
beforeAll(async () => {
  live = await startLive(cleanup, 'stdio', { files: FILES });
});
/** One process; each test has a session that knows nothing of the one before. */
beforeEach(async () => {
  url = await live.start();
  await live.agent.ask('ui_display', { name: 'contacts' });
});

describe('the golden trace', () => {
  test('watching variable 1 sends the views, then the value with its type', async () => {
    const page = await live.page();
    const [views, value] = page.heard.filter(({ type }) => type === 'update');
    expect(views?.data.varId).toBe(1);
    const { viewdefs, apps } = (views?.data.properties ?? {}) as Record<string, string>;
    expect(Object.keys(JSON.parse(viewdefs ?? ''))).toEqual(
      expect.arrayContaining(['Contacts.DEFAULT', 'lua.ViewList.DEFAULT', 'lua.ViewListItem.list-item']),
    );
    expect(JSON.parse(apps ?? '')).toEqual(['contacts']);
    expect(value?.data).toEqual({
      varId: 1,
      value: { obj: expect.any(Number) },
      properties: { type: 'MCP' },
    });
  });

  test('a list is wrapped, and its items are objects', async () => {
    const page = await live.page();
    const app = await page.create(1, 'value');
    await page.until('the app', () => page.values.get(app));
    expect(page.properties.get(app)).toMatchObject({ type: 'Contacts' });
    const list = await page.create(app, 'list()', { wrapper: 'lua.ViewList' });
    await page.until('the list', () => page.values.get(list));
    expect(page.values.get(list)).toEqual({ obj: expect.any(Number) });
    expect(page.properties.get(list)).toMatchObject({ type: 'lua.ViewList', fallbackNamespace: 'list-item' });
    const items = await page.create(list, 'items');
    await page.until('the items', () => page.values.get(items));
    expect(page.values.get(items)).toEqual([1, 2, 3].map(() => ({ obj: expect.any(Number) })));
    const name = await page.create(items, '1.item.name');
    await page.until('a name', () => page.values.has(name));
    expect(page.values.get(name)).toBe('Bob');
  });
});

describe('frames', () => {
  const watch = { type: 'watch', data: { varId: 1 } };

  test.each([
    ['one bare message', watch],
    ['an array', [watch]],
    ['a wrapper', { userEvent: false, messages: [watch] }],
    ['a wrapper of a user', { userEvent: true, messages: [watch] }],
    ['a wrapper that says nothing of users', { messages: [watch] }],
  ])('as %s are understood', async (_, frame) => {
    const page = await openPage(cleanup, { url, cookie: await live.cookie() });
    page.sendText(JSON.stringify(frame));
    await page.until('variable 1', () => page.values.has(1));
    expect(page.general).toEqual([]);
  });

  test.each([
    ['that are not JSON', '{"type":', 'not JSON'],
    ['that are no message', '42', '"type"'],
    ['without data', '{"type":"watch"}', '"data"'],
    ['of an unknown type', '{"type":"poll","data":{"wait":1}}', 'Unknown message type "poll"'],
    ['without a variable', '{"type":"update","data":{"value":1}}', 'integer "varId"'],
    ['with half a variable', '{"type":"update","data":{"varId":1.5,"value":1}}', 'integer "varId"'],
    ['that make a variable without id', '{"type":"create","data":{"parentId":1}}', 'integer "id"'],
  ])('%s are answered with an error, and the next one is understood', async (_, frame, words) => {
    const page = await live.page();
    page.sendText(frame);
    await page.until('an error', () => page.general.length > 0);
    expect(page.general).toEqual([{ code: 'bad-message', description: expect.stringContaining(words) }]);
    const name = await page.create(1, 'value.items.0.name');
    await page.until('the name', () => page.values.get(name) === 'Ada');
  });

  test('that are empty do nothing', async () => {
    const page = await live.page();
    const heard = page.frames.length;
    for (const frame of ['[]', '{"messages":[]}', '{"userEvent":true,"messages":[]}']) page.sendText(frame);
    await page.settle();
    expect(page.frames.slice(heard)).toHaveLength(1);
    expect(page.general).toEqual([]);
  });

  test('with one bad message process the good ones', async () => {
    const page = await live.page();
    page.sendText(
      JSON.stringify([
        { type: 'create', data: { id: 50, parentId: 1, properties: { path: 'value.items.0.name' } } },
        { type: 'nonsense', data: { varId: 7 } },
        { type: 'create', data: { id: 51, parentId: 1, properties: { path: 'value.items.1.name' } } },
      ]),
    );
    await page.until('both names', () => page.values.get(50) === 'Ada' && page.values.get(51) === 'Bob');
    expect(page.errors.get(7)?.code).toBe('bad-message');
  });

  test('errors of Lua name their variable', async () => {
    const page = await live.page();
    const fails = await page.create(1, 'value.fails()');
    const fine = await page.create(1, 'value.items.2.name');
    await page.until('both', () => page.errors.has(fails) && page.values.has(fine));
    expect(page.errors.get(fails)?.description).toContain('on purpose');
    page.click(12345);
    await page.until('an answer', () => page.errors.has(12345));
  });
});

describe('a write', () => {
  test('is not echoed, unless the app changed the value', async () => {
    const page = await live.page();
    const [query = 0, trimmed = 0] = await page.createAll(1, [
      ['value.query', { access: 'rw' }],
      ['value.trimmed()', { access: 'rw' }],
    ]);
    await page.until('both', () => page.values.has(query) && page.values.has(trimmed));
    page.take();
    page.click(trimmed, '  hi');
    await page.until('what became of it', () => page.values.get(trimmed) === 'hi');
    expect(page.values.get(query)).toBe('hi');
    page.take();
    page.click(query, 'plain');
    await page.settle();
    expect(page.take().filter(({ data }) => data.varId === query)).toEqual([]);
    expect(await live.agent.run('return contacts.query')).toBe('plain');
  });

  test('of a person is in the history of the session', async () => {
    const page = await live.page();
    const add = 777;
    await page.send([
      {
        type: 'create',
        data: { id: add, parentId: 1, properties: { path: 'value.add()', access: 'action' } },
      },
    ]);
    page.click(add);
    await page.settle();
    expect(await live.agent.run('return contacts.added')).toBe(1);
    const line = await eventually('the line in the history', () =>
      historyOf(live.dir).find(({ variables }) => String(variables) === '777'),
    );
    expect(line).toMatchObject({ action: 'page', actor: { kind: 'person', userId: 'local' } });
  });
});

describe('several pages of one session', () => {
  test('have their own ids, all receive a change, and one may leave', async () => {
    const [a, b] = [await live.page(), await live.page()];
    const [one, other] = [await a.create(1, 'value.items.0.name'), await b.create(1, 'value.items.1.name')];
    expect(one).toBe(other);
    await a.until('its own', () => a.values.get(one) === 'Ada');
    await b.until('its own', () => b.values.get(other) === 'Bob');
    expect((await live.agent.ask('ui_status')).structured).toMatchObject({ sessions: 1 });

    await live.agent.run('contacts.items[1].name = "Eve" contacts.items[2].name = "Fay"');
    await a.until('the change', () => a.values.get(one) === 'Eve');
    await b.until('the change', () => b.values.get(other) === 'Fay');

    a.socket.close();
    await a.closed;
    await live.agent.run('contacts.items[2].name = "Gil"');
    await b.until('the next change', () => b.values.get(other) === 'Gil');
  });

  test('one person sees what another does', async () => {
    const [a, b] = [await live.page(), await live.page()];
    const query = await a.create(1, 'value.query', { access: 'rw' });
    const seen = await b.create(1, 'value.query');
    await b.until('the value', () => b.values.has(seen));
    a.click(query, 'typed');
    await b.until('what was typed', () => b.values.get(seen) === 'typed');
  });

  test("sessions do not receive each other's messages", async () => {
    const { text } = await live.agent.ask('ui_run', { code: 'return mcp.sessionId', sessionId: 'new' });
    expect(text).toBe('"2"');
    const [first, second] = [await live.page('1'), await live.page('2')];
    const [in1, in2] = [await first.create(1, 'value'), await second.create(1, 'value')];
    await first.until('its app', () => first.values.get(in1));
    await second.until('nothing', () => second.values.has(in2));
    expect(second.values.get(in2)).toBe(null);
  });
});

describe('the upgrade', () => {
  test('is refused for an unknown session, without cookie, and from elsewhere', async () => {
    const cookie = await live.cookie();
    const options = { url, cookie };
    expect(await refusalOf(cleanup, { ...options, session: '7' })).toBe(404);
    expect(await refusalOf(cleanup, { ...options, session: 'sess_unknown' })).toBe(404);
    expect(await refusalOf(cleanup, { ...options, session: 'new' })).toBe(404);
    expect(await refusalOf(cleanup, { ...options, origin: 'http://evil.example' })).toBe(403);
    expect(await refusalOf(cleanup, { ...options, origin: url.replace('127.0.0.1', 'localhost') })).toBe(403);
    expect(await refusalOf(cleanup, { ...options, origin: '' })).toBe(403);
    expect(await refusalOf(cleanup, { url })).toBe(401);
    expect(await refusalOf(cleanup, { url, cookie: `${cookie}x` })).toBe(401);
    // The person's own pages are another origin.
    const page = url.replace('127.0.0.1', 'localhost');
    expect([401, 404]).toContain(await refusalOf(cleanup, { url: page, cookie }));
  });

  test('is refused after the folder was configured again, until it is started', async () => {
    const cookie = await live.cookie();
    await live.configure();
    expect(await refusalOf(cleanup, { url, cookie })).toBe(404);
  });
});

describe('the end of a page', () => {
  test('whose Lua was replaced: it is notified, and reconnects', async () => {
    live.write('tandem.yaml', 'live: { limits: { callSeconds: 0.2 } }\n');
    await live.start();
    rmSync(join(live.base, 'tandem.yaml'));
    await live.agent.ask('ui_display', { name: 'contacts' });
    const page = await live.page();
    const blown = await live.agent.call('ui_run', {
      code: 'return (("a"):rep(60)):find(("a-"):rep(30) .. "b")',
    });
    expect(blown.isError).toBe(true);
    expect(await page.closed).toMatchObject({ code: 4001 });
    expect(page.general).toEqual([expect.objectContaining({ code: 'session-restarted' })]);
    const again = await live.page();
    const name = await again.create(1, 'value.items.0.name');
    await again.until('the app from its files', () => again.values.get(name) === 'Ada');
  });

  test('whose folder was configured again', async () => {
    const page = await live.page();
    await live.configure();
    expect((await page.closed).code).toBe(1001);
  });
});

describe('views', () => {
  test('that are uploaded reach open pages at once, and their type is rendered again', async () => {
    const pages = [await live.page(), await live.page()];
    for (const page of pages) {
      const app = await page.create(1, 'value');
      await page.until('the app', () => page.values.get(app));
      page.take();
    }
    await live.agent.ask('ui_upload_viewdef', {
      type: 'Contacts',
      namespace: 'DEFAULT',
      content: '<template><i>new</i></template>',
    });
    for (const page of pages) {
      await page.until('the refresh', () => page.heard.some(({ data }) => data.varId === 2));
      const heard = page.take();
      expect(heard[0]?.data).toEqual({
        varId: 1,
        properties: { viewdefs: JSON.stringify({ 'Contacts.DEFAULT': '<template><i>new</i></template>' }) },
      });
      const refresh = heard.find(({ data }) => data.varId === 2);
      expect(refresh?.type).toBe('update');
      expect(refresh?.data).not.toHaveProperty('value');
    }
  });

  test('and apps that appear as files reach open pages', async () => {
    const page = await live.page();
    live.write('apps/notes/app.lua', 'notes = {}\n');
    await page.until('the new app', () => String(page.properties.get(1)?.apps).includes('notes'));
    live.write('apps/notes/viewdefs/Note.DEFAULT.html', '<template><p>note</p></template>');
    await page.until('the new view', () => String(page.properties.get(1)?.viewdefs).includes('<p>note</p>'));
  });
});

test('a burst of changes arrives in few frames, and the last value wins', async () => {
  const page = await live.page();
  const added = await page.create(1, 'value.added');
  await page.until('the value', () => page.values.has(added));
  const before = page.frames.length;
  await Promise.all(Array.from({ length: 200 }, () => live.agent.run('contacts.added = contacts.added + 1')));
  await page.until('the last value', () => page.values.get(added) === 200);
  expect(page.frames.length - before).toBeLessThan(150);
});
