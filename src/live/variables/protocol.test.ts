import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

const CONTACTS = `
Contact = session:prototype("Contact", { name = "" })
App = session:prototype("App", {})
function App:contacts() return self.all end
app = App:new({ all = { Contact:new({ name = "A" }), Contact:new({ name = "B" }), Contact:new({ name = "C" }) } })
session:createAppVariable(app)
`;

test('the documented exchange', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  expect(page.take()).toEqual([
    { type: 'update', data: { varId: 1, value: { obj: 2 }, properties: { type: 'MCP' } } },
  ]);
  const app = await page.create(1, 'value');
  page.take();
  const list = await page.create(app, 'contacts()', { wrapper: 'lua.ViewList' });
  expect(page.take()).toEqual([
    { type: 'update', data: { varId: list, properties: { fallbackNamespace: 'list-item' } } },
    {
      type: 'update',
      data: { varId: list, value: { obj: expect.any(Number) }, properties: { type: 'lua.ViewList' } },
    },
  ]);
  const items = await page.create(list, 'items');
  const obj = { obj: expect.any(Number) };
  expect(page.take()).toEqual([{ type: 'update', data: { varId: items, value: [obj, obj, obj] } }]);
  await session.runtime.touch();
  expect(page.take()).toEqual([]);
});

test('only changes are pushed, and a write is not echoed', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const app = await page.create(1, 'value');
  const [first, second] = (await page.createAll(app, [['all.0.name'], ['all.1.name']])) as [number, number];
  page.take();
  await session.run('app.all[2].name = "Bea"');
  expect(page.take()).toEqual([{ type: 'update', data: { varId: second, value: 'Bea' } }]);
  await page.update(first, 'Ann');
  expect(page.take()).toEqual([]);
  expect(await session.run('return app.all[1].name')).toBe('Ann');
});

test('priorities decide the order of reading and sending', async () => {
  const session = await openSession();
  await session.run(`
    Bridge = session:prototype("Bridge", { seen = {} })
    function Bridge:process() if self.data then self.result = self.data .. "!" self.data = nil end return "" end
    bridge = Bridge:new() session:createAppVariable(bridge)`);
  const page = await session.page();
  const app = await page.create(1, 'value');
  const [low, result, data, process] = (await page.createAll(app, [
    ['n?priority=low'],
    ['result'],
    ['data'],
    ['process()?priority=high'],
  ])) as number[];
  page.take();
  await session.run('bridge.n = 1 bridge.data = "x"');
  expect(page.take().map(({ data }) => data.varId)).toEqual([result, low]);
  expect(page.values.get(data as number)).toBe(null);
  expect(process).toBeGreaterThan(0);
});

test('two pages have their own ids, and one that leaves removes only its own', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const a = await session.page('a');
  const b = await session.page('b');
  const idA = await a.create(1, 'value.all.0.name');
  const idB = await b.create(1, 'value.all.1.name');
  expect(idA).toBe(idB);
  expect([a.values.get(idA), b.values.get(idB)]).toEqual(['A', 'B']);
  session.deliver(await session.runtime.disconnect('a'));
  await session.run('app.all[2].name = "Z"');
  expect(b.values.get(idB)).toBe('Z');
  expect((await session.runtime.variables()).map(({ id, connectionId }) => [id, connectionId])).toEqual([
    [1, undefined],
    [idB, 'b'],
  ]);
});

test('watch sends again, unwatch and inactive mute, destroy removes the branch', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const app = await page.create(1, 'value');
  const name = await page.create(app, 'all.0.name');
  page.take();
  await page.send([{ type: 'watch', data: { varId: name } }]);
  expect(page.take()).toEqual([
    { type: 'update', data: { varId: name, value: 'A', properties: { path: 'all.0.name' } } },
  ]);
  await page.send([
    { type: 'unwatch', data: { varId: name } },
    { type: 'unwatch', data: { varId: name } },
  ]);
  await session.run('app.all[1].name = "muted"');
  expect(page.take()).toEqual([]);
  await page.send([{ type: 'watch', data: { varId: name } }]);
  expect(page.values.get(name)).toBe('muted');
  await page.send([{ type: 'update', data: { varId: app, properties: { inactive: 'true' } } }]);
  page.take();
  await session.run('app.all[1].name = "asleep"');
  expect(page.take()).toEqual([]);
  await page.send([{ type: 'update', data: { varId: app, properties: { inactive: 'false' } } }]);
  expect(page.values.get(name)).toBe('asleep');
  await page.send([{ type: 'destroy', data: { varId: app } }]);
  page.take();
  await session.run('app.all[1].name = "gone"');
  expect(page.take()).toEqual([]);
  expect(await session.runtime.variables()).toHaveLength(1);
});

test('invalid messages get an error, and the others of the batch are processed', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const bad = { type: 'poll', data: {} } as unknown as Parameters<typeof page.send>[0][number];
  await page.send([
    bad,
    { type: 'update', data: { varId: 99, value: 1 } },
    { type: 'create', data: { id: 1, parentId: 1, properties: {} } },
    { type: 'create', data: { id: 7, parentId: 1, properties: { path: 'value.all.0.name' } } },
    { type: 'create', data: { id: 7, parentId: 1, properties: { path: 'value' } } },
  ]);
  expect(page.general[0]).toMatchObject({ code: 'bad-message' });
  expect(page.errors.get(99)).toMatchObject({ code: 'unknown-variable' });
  expect(page.errors.get(7)?.description).toContain('exists already');
  expect(page.values.get(7)).toBe('A');
});

test('a property may carry its priority in its name', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  await page.send([
    { type: 'create', data: { id: 5, parentId: 1, properties: { 'path:high': 'value', 'note:low': 'x' } } },
  ]);
  expect((await session.runtime.variables())[1]?.properties).toMatchObject({ path: 'value', note: 'x' });
});

test('views of a type can be told to render again', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const app = await page.create(1, 'value');
  page.take();
  session.deliver(await session.runtime.refreshType('App'));
  expect(page.take()).toEqual([{ type: 'update', data: { varId: app } }]);
});

test('Lua can create variables that every page receives', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const a = await session.page('a');
  const b = await session.page('b');
  expect(await session.run('return session:createVariable(1, "value.all.0.name")')).toBe(-1);
  expect([a.values.get(-1), b.values.get(-1)]).toEqual(['A', 'A']);
  await session.run('app.all[1].name = "X"');
  expect([a.values.get(-1), b.values.get(-1)]).toEqual(['X', 'X']);
  await session.run('session:destroyVariable(-1) app.all[1].name = "Y"');
  expect(a.values.get(-1)).toBe('X');
});

test('what a page sends arrives unchanged', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const id = await page.create(1, 'value.given');
  const sent = { text: 'ä😀\0"', long: 'é'.repeat(200), list: [1, -0.5, true, { a: [] }], no: false };
  await page.update(id, sent);
  expect(await session.run('return app.given')).toEqual(sent);
  await page.update(id, null);
  expect(await session.run('return app.given == nil')).toBe(true);
  await page.send([{ type: 'update', data: { varId: id, properties: { note: 'n' } } }]);
  expect(await session.run('return app.given == nil')).toBe(true);
});

test('excessively nested data is refused as a whole, and the session continues', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const id = await page.create(1, 'value.given');
  const nested = (depth: number) => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i++) value = [value];
    return value;
  };
  await page.update(id, nested(1000));
  expect(session.logged()).toContain('nested too deeply');
  await expect(page.update(id, nested(100_000))).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await session.run('return app.given == nil')).toBe(true);
});

test('a create may contain everything at once', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  await page.send([
    {
      type: 'create',
      data: { id: 2, parentId: 1, properties: { path: 'value.all.0.name', elementId: 'e', n: 5 } },
    },
    {
      type: 'create',
      data: { id: 3, parentId: 1, nowatch: true, properties: { path: 'value.all.1.name' } },
    },
    { type: 'create', data: { id: 4, properties: { path: 'value.all.2.name' } } },
    { type: 'create', data: { id: 5, parentId: 77, properties: { path: 'x' } } },
    { type: 'create', data: { id: 6, parentId: 1, properties: { path: 'a..b', elementId: 'f' } } },
    { type: 'create', data: { id: 7, parentId: 1, properties: { path: 'a..b' } } },
  ]);
  expect([2, 3, 4, 5].map((id) => page.values.get(id))).toEqual(['A', undefined, 'C', undefined]);
  expect([5, 6, 7].map((id) => page.errors.get(id)?.code)).toEqual([
    'unknown-variable',
    'bad-path',
    'bad-path',
  ]);
  const variables = await session.runtime.variables();
  expect(variables.map(({ id }) => id)).toEqual([1, 2, 3, 4, 6, 7]);
  expect(variables[1]?.properties).toEqual({ path: 'value.all.0.name', elementId: 'e', n: '5' });
  await page.send([{ type: 'watch', data: { varId: 3 } }]);
  expect(page.values.get(3)).toBe('B');
});

test('a page may return an object by its reference', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const [second, chosen] = (await page.createAll(1, [['value.all.1'], ['value.chosen']])) as [number, number];
  await page.update(chosen, page.values.get(second));
  expect(await session.run('return { app.chosen == app.all[2], app.chosen.name }')).toEqual([true, 'B']);
  await page.update(chosen, { obj: 99_999 });
  expect(page.errors.get(chosen)).toMatchObject({ code: 'bad-value' });
});

test('object numbers are not reused', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const id = await page.create(1, 'value.current');
  const seen = new Set<number>();
  for (let i = 0; i < 20; i++) {
    await session.run('app.current = Contact:new() collectgarbage()');
    seen.add((page.values.get(id) as { obj: number }).obj);
  }
  expect(seen.size).toBe(20);
});

test('one variable may be reported at two priorities in one batch', async () => {
  const session = await openSession();
  await session.run(`${CONTACTS}
    Noted = session:prototype("Noted", {})
    function Noted:new(variable)
      variable:setProperty("first:high", "h") variable:setProperty("last:low", "l")
      return session:create(Noted, {})
    end`);
  const page = await session.page();
  page.take();
  const id = await page.create(1, 'value.all?wrapper=Noted');
  expect(page.take().map(({ data }) => [data.varId, data.properties])).toEqual([
    [id, { first: 'h' }],
    [id, { type: 'Noted' }],
    [id, { last: 'l' }],
  ]);
  expect((await session.runtime.variables())[1]?.properties).toMatchObject({
    first: 'h',
    last: 'l',
    type: 'Noted',
  });
});

test('a variable without a path has the value that the page gives it', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  await page.send([{ type: 'create', data: { id: 2, parentId: 1, value: 5, properties: {} } }]);
  await page.update(2, 6);
  expect([page.errors.size, page.general.length]).toEqual([0, 0]);
  expect((await session.runtime.variables())[1]).toMatchObject({ id: 2, path: '' });
});

test('write-only variables are not read; initially inactive ones wait', async () => {
  const session = await openSession();
  await session.run(`App = session:prototype("App", { n = 1 }) reads = 0
    function App:read() reads = reads + 1 return 1 end
    function App:put(...) got = { select("#", ...), ... } end
    function App:act(...) acted = { select("#", ...) } end
    app = App:new() session:createAppVariable(app)`);
  const page = await session.page();
  const app = await page.create(1, 'value');
  const [w, put, act, quiet] = (await page.createAll(app, [
    ['n?access=w'],
    ['put(_)?access=w'],
    ['act()?access=action'],
    ['read()?inactive'],
  ])) as [number, number, number, number];
  expect([w, put, act, quiet].filter((id) => page.values.has(id))).toEqual([]);
  await page.update(w, 9);
  await page.update(put, 'x');
  await page.update(act, 'ignored');
  expect(await session.run('return { app.n, got, acted, reads }')).toEqual([9, [1, 'x'], [0], 0]);
  await page.send([{ type: 'update', data: { varId: quiet, properties: { inactive: 'false' } } }]);
  expect(page.values.get(quiet)).toBe(1);
});

test('the list of variables has changes and errors', async () => {
  const session = await openSession();
  await session.run(`App = session:prototype("App", { n = 1 })
    function App:bad() error("broken") end app = App:new() session:createAppVariable(app)`);
  const page = await session.page();
  const [n, bad] = (await page.createAll(1, [['value.n'], ['value.bad()']])) as [number, number];
  await session.run('app.n = 2');
  await session.run('app.n = 3');
  const byId = new Map((await session.runtime.variables()).map((variable) => [variable.id, variable]));
  expect(byId.get(n)).toMatchObject({ changes: 3, value: 3, connectionId: 'a' });
  expect(byId.get(n)?.error).toBeUndefined();
  expect(byId.get(bad)?.error).toContain('broken');
  expect(byId.get(1)?.childIds).toEqual([n, bad]);
});

test('a push that crosses a write in transit does not leave the page with the older value', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const page = await session.page();
  const id = await page.create(1, 'value.all.0.name');
  // Sent before the other's change has arrived.
  const [other] = await Promise.all([session.run('app.all[1].name = "theirs"'), page.update(id, 'mine')]);
  expect(other).toBe(null);
  expect(await session.run('return app.all[1].name')).toBe('mine');
  expect(page.values.get(id)).toBe('mine');
  page.take();
  await page.update(id, 'later');
  expect(page.take()).toEqual([]);
});

test('a variable created by Lua is sent to every page when one writes to it', async () => {
  const session = await openSession();
  await session.run(CONTACTS);
  const a = await session.page('a');
  const b = await session.page('b');
  await session.run('session:createVariable(1, "value.all.0.name")');
  await a.update(-1, 'new');
  expect([a.values.get(-1), b.values.get(-1)]).toEqual(['new', 'new']);
});

test('without a page, variable 1 is listed as it is', async () => {
  const session = await openSession();
  expect(await session.runtime.variables()).toMatchObject([
    {
      id: 1,
      parentId: 0,
      type: 'MCP',
      value: { obj: expect.any(Number) },
      properties: { type: 'MCP' },
      childIds: [],
    },
  ]);
});
