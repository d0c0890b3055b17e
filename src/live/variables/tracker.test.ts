import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

async function opened(code: string) {
  const session = await openSession();
  await session.run(`App = session:prototype("App", {}) ${code}`);
  const page = await session.page();
  const app = await page.create(1, 'value');
  return { session, page, app };
}

test('how values look', async () => {
  const { page, app } = await opened(`session:createAppVariable(App:new({
    empty = {}, list = {1, "a", true}, nested = {{1, 2}, {x = {y = 1}}}, record = {a = 1, _secret = 2, f = print},
    nan = 0/0, inf = 1/0, int = 3, half = 0.5, big = 2^53 - 1, text = "a\\"\\\\\\n\\1é", object = App:new(), fn = print,
    third = 1/3, bytes = "a\\0b", private = {1, 2, _tag = "x"} }))`);
  const read = async (path: string) => page.values.get(await page.create(app, path));
  expect(await read('empty')).toEqual([]);
  expect(await read('list')).toEqual([1, 'a', true]);
  expect(await read('nested')).toEqual([[1, 2], { x: { y: 1 } }]);
  expect(await read('record')).toEqual({ a: 1 });
  expect(await read('nan')).toBe(null);
  expect(await read('inf')).toBe(null);
  expect(await read('int')).toBe(3);
  expect(await read('half')).toBe(0.5);
  expect(await read('third')).toBe(1 / 3);
  expect(await read('big')).toBe(2 ** 53 - 1);
  expect(await read('text')).toBe('a"\\\n\u0001é');
  expect(await read('bytes')).toBe('a\0b');
  expect(await read('object')).toEqual({ obj: expect.any(Number) });
  expect(await read('fn')).toBe(null);
  expect(await read('private')).toEqual([1, 2]);
});

test('new plain tables with equal content, NaN and new empty tables are not sent again', async () => {
  const { session, page, app } = await opened(`
    function App:fresh() return { 1, { a = 2 } } end
    function App:none() return {} end
    function App:nan() return 0/0 end
    function App:mixed() return { 0/0, 1 } end
    function App:cycle() local t = {} t.me = t return t end
    session:createAppVariable(App:new())`);
  await page.createAll(app, [['fresh()'], ['none()'], ['nan()'], ['mixed()'], ['cycle()']]);
  page.take();
  session.deliver(await session.runtime.touch());
  session.deliver(await session.runtime.touch());
  expect(page.take()).toEqual([]);
});

test('objects keep their reference, whatever __eq returns', async () => {
  const { session, page, app } = await opened(`
    App.__eq = function() return true end
    one, two = App:new(), App:new()
    app = App:new({ current = one }) session:createAppVariable(app)`);
  const id = await page.create(app, 'current');
  const first = page.values.get(id);
  await session.run('app.current = two');
  const second = page.values.get(id);
  expect(second).not.toEqual(first);
  await session.run('app.current = one');
  expect(page.values.get(id)).toEqual(first);
  const list = await page.create(app, 'list');
  await session.run('app.list = { one }');
  await session.run('app.list[1] = two');
  expect(page.values.get(list)).toEqual([second]);
});

test('nil in the middle is null, also for what is below', async () => {
  const { session, page, app } = await opened(`
    app = App:new({ sub = App:new({ name = "x" }) }) session:createAppVariable(app)`);
  const sub = await page.create(app, 'sub');
  const [name, chain] = [await page.create(sub, 'name'), await page.create(app, 'sub.name')];
  await session.run('app.sub = nil');
  expect([page.values.get(sub), page.values.get(name), page.values.get(chain)]).toEqual([null, null, null]);
  expect(page.properties.get(sub)?.type).toBe('');
  await session.run('app.sub = App:new({ name = "y" })');
  expect([page.values.get(name), page.values.get(chain)]).toEqual(['y', 'y']);
});

test.each([
  ['beside a few', 1],
  ['beside many', 60],
])('the same object with another type is told, forth and back, %s', async (_name, siblings) => {
  const { session, page, app } = await opened('app = App:new() session:createAppVariable(app)');
  const creates = Array.from({ length: siblings }, (_, i): [string] => [`f${i}`]);
  const [sub = 0] = await page.createAll(app, [['sub'], ...creates]);
  await session.run('app.sub = App:new()');
  for (const type of ['Other', 'App', 'Other', 'Third']) {
    await session.run(`app.sub.type = "${type}"`);
    expect(page.properties.get(sub)?.type).toBe(type);
  }
  await session.run('app.sub = 5');
  expect([page.values.get(sub), page.properties.get(sub)?.type]).toEqual([5, '']);
});

test('children of a view whose type changed wait for the new view', async () => {
  const { session, page, app } = await opened(`
    Other = session:prototype("Other", { title = "t" })
    function App:only() return "here" end
    app = App:new({ sub = App:new() }) session:createAppVariable(app)`);
  const sub = await page.create(app, 'sub');
  const child = await page.create(sub, 'only()');
  page.take();
  await session.run('app.sub = Other:new()');
  expect(page.take().map(({ type, data }) => [type, data.varId])).toEqual([['update', sub]]);
  await page.send([{ type: 'destroy', data: { varId: child } }]);
  const title = await page.create(sub, 'title');
  await page.send([{ type: 'update', data: { varId: sub, properties: { viewdef: 'Other.DEFAULT' } } }]);
  expect(page.values.get(title)).toBe('t');
});

test('children that the new view keeps are sent again', async () => {
  const { session, page, app } = await opened(`
    Other = session:prototype("Other", { name = "o" })
    app = App:new({ sub = App:new({ name = "a" }) }) session:createAppVariable(app)`);
  const sub = await page.create(app, 'sub');
  const name = await page.create(sub, 'name');
  await session.run('app.sub = Other:new()');
  await session.run('app.name = "meanwhile"');
  expect(page.values.get(name)).toBe('a');
  await page.send([{ type: 'update', data: { varId: sub, properties: { viewdef: 'Other.DEFAULT' } } }]);
  expect(page.values.get(name)).toBe('o');
});

test('a failing method is reported once, does not stop others, and is reported when it works again', async () => {
  const { session, page, app } = await opened(`
    calls = { a = 0, b = 0, c = 0 }
    function App:a() calls.a = calls.a + 1 return 1 end
    function App:b() calls.b = calls.b + 1 if broken then error("no luck") end return 2 end
    function App:c() calls.c = calls.c + 1 return 3 end
    broken = true
    session:createAppVariable(App:new())`);
  const [a, b, c] = (await page.createAll(app, [['a()'], ['b()'], ['c()']])) as [number, number, number];
  expect([page.values.get(a), page.values.get(c)]).toEqual([1, 3]);
  expect(page.errors.get(b)).toMatchObject({
    code: 'lua-error',
    description: expect.stringContaining('no luck'),
  });
  expect(await session.run('return calls')).toEqual({ a: 1, b: 1, c: 1 });
  page.take();
  session.deliver(await session.runtime.touch());
  expect(page.take()).toEqual([]);
  await session.run('broken = false');
  expect(page.values.get(b)).toBe(2);
  expect(page.errors.has(b)).toBe(false);
  expect(session.logged()).toContain('no luck');
  const missing = await page.create(app, 'nothing()');
  expect(page.errors.get(missing)?.description).toContain('App has no method nothing()');
});

test('a field whose __index fails is a failure of that variable', async () => {
  const { page, app } = await opened(`
    local strict = setmetatable({ type = "Strict", fine = 1 }, { __index = function(_, k) error("no field " .. k) end })
    session:createAppVariable(App:new({ strict = strict }))`);
  const strict = await page.create(app, 'strict');
  const [wrong, fine] = (await page.createAll(strict, [['wrong'], ['fine']])) as [number, number];
  expect(page.errors.get(wrong)?.description).toContain('no field wrong');
  expect(page.values.get(fine)).toBe(1);
});

test('a method that never ends is stopped, and not called again until its code changes', async () => {
  const session = await openSession({ limits: { callMs: 100 } });
  await session.run(`App = session:prototype("App", { name = "x" })
    function App:forever() while spin do end return "done" end
    spin = true
    session:createAppVariable(App:new())`);
  const page = await session.page();
  const app = await page.create(1, 'value');
  const [forever, name] = (await page.createAll(app, [['forever()'], ['name']])) as [number, number];
  expect(page.errors.get(forever)?.code).toBe('timeout');
  expect(page.values.get(name)).toBe('x');
  await session.run('session:getApp().name = "y"');
  expect(page.values.get(name)).toBe('y');
  expect(session.restarts).toEqual([]);
});

test('wrappers replace the value; create makes an object of it', async () => {
  const { session, page, app } = await opened(`
    Upper = session:prototype("Upper", {})
    function Upper:new(variable) return session:create(Upper, { value = variable:getValue(), made = variable:getProperty("note") }) end
    function Upper:sync() self.synced = (self.synced or 0) + 1 end
    function Upper:names() local r = {} for i, v in ipairs(self.value) do r[i] = v:upper() end return r end
    Maker = session:prototype("Maker", {})
    function Maker:new(v) return session:create(Maker, { got = v.n }) end
    app = App:new({ list = { "a" }, raw = { n = 4 } }) session:createAppVariable(app)`);
  const list = await page.create(app, 'list?wrapper=Upper&note=hello');
  const [names, made, synced] = (await page.createAll(list, [['names()'], ['made'], ['synced']])) as number[];
  expect(page.properties.get(list)?.type).toBe('Upper');
  expect(page.values.get(names ?? 0)).toEqual(['A']);
  expect(page.values.get(made ?? 0)).toBe('hello');
  await session.run('table.insert(app.list, "b")');
  expect(page.values.get(names ?? 0)).toEqual(['A', 'B']);
  expect(page.values.get(synced ?? 0)).toBe(1);
  const raw = await page.create(app, 'raw?create=Maker');
  expect(page.values.get(await page.create(raw, 'got'))).toBe(4);
  await session.run('app.list = nil');
  expect(page.values.get(list)).toBe(null);
  const unknown = await page.create(app, 'raw?wrapper=Nope');
  expect(page.errors.get(unknown)?.description).toContain('Nope');
});

test('methods may create and destroy variables while they are computed', async () => {
  const { page, app } = await opened(`
    function App:make() if not made then made = session:createVariable(1, "value.late") end return made end
    session:createAppVariable(App:new({ late = "late" }))`);
  const id = await page.create(app, 'make()');
  expect(page.values.get(id)).toBe(-1);
  expect(page.values.get(-1)).toBe('late');
});

test('diag notes and times are shown in the list of variables', async () => {
  const { session, page, app } = await opened(`
    function App:noted() diag(1, "looked") return 1 end session:createAppVariable(App:new())`);
  const id = await page.create(app, 'noted()');
  await session.runtime.variables();
  const found = (await session.runtime.variables()).find((variable) => variable.id === id);
  expect(found).toMatchObject({ path: 'noted()', value: 1, access: 'r', parentId: app });
  expect(found?.diags).toContain('looked');
  expect(found?.maxComputeMs).toBeGreaterThan(0);
});
