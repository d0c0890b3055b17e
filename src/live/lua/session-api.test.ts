import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

test('session is a plain table: main.lua may wrap its methods', async () => {
  const { run } = await openSession({
    files: {
      'main.lua': `local original = session.prototype
        session.prototype = function(self, name, ...) made = name return original(self, name, ...) end
        session.extra = "mine"`,
    },
  });
  expect(await run('session:prototype("Wrapped", {}) return { made, session.extra }')).toEqual([
    'Wrapped',
    'mine',
  ]);
});

test('createAppVariable returns 1, and refuses what is not an object', async () => {
  const { run, fail } = await openSession();
  expect(await run('return session:createAppVariable({ type = "X" })')).toBe(1);
  expect((await fail('session:createAppVariable(5)')).message).toContain("needs the app's object");
});

test('variables created by Lua: below an id or an object, for a path or an object', async () => {
  const session = await openSession();
  await session.run(`P = session:prototype("P", { name = "a" })
    one, two = P:new({ name = "one" }), P:new({ name = "two" })
    session:createAppVariable(one)
    top = session:createVariable(1, two, { note = "n" })
    below = session:createVariable(two, "name") by_id = session:createVariable(top, "name")`);
  const page = await session.page();
  expect(page.values.get(-1)).toEqual({ obj: expect.any(Number) });
  expect(page.properties.get(-1)?.type).toBe('P');
  expect([page.values.get(-2), page.values.get(-3)]).toEqual(['two', 'two']);
  await session.run('two.name = "new"');
  expect([page.values.get(-2), page.values.get(-3)]).toEqual(['new', 'new']);
  expect(await session.run('return { top, below, by_id }')).toEqual([-1, -2, -3]);
  expect((await session.fail('session:createVariable(1, "a..b")')).message).toContain('empty step');
});

test('instances are held weakly', async () => {
  const { run } = await openSession();
  await run(`P = session:prototype("P", {}) watched = setmetatable({}, { __mode = "k" })
    watched[P:new()] = true kept = P:new() watched[kept] = true`);
  await run('collectgarbage() collectgarbage()');
  expect(await run('local n = 0 for _ in pairs(watched) do n = n + 1 end return n')).toBe(1);
});

test('mutations run after any chunk, not only after a file', async () => {
  const { run } = await openSession();
  await run(`P = session:prototype("P", { a = 1 }) function P:mutate() self.b = self.a end p = P:new()`);
  await run('session:prototype("P", { a = 2 })');
  expect(await run('return p.b')).toBe(2);
});

test('what older apps call exists', async () => {
  const session = await openSession();
  expect(
    await session.run('return { session:newVersion(), session:getVersion(), session:needsMutation() }'),
  ).toEqual([1, 1, false]);
  await session.run(`ui.log("info", "hello")
    local T = {} T.__index = T
    function T:new(variable) return setmetatable({ type = "T", n = #variable:getValue() }, T) end
    ui.registerPresenter("Presenter", T) ui.registerWrapper("Wrapper", T)
    session:createAppVariable({ type = "App", list = { 1, 2, 3 } })`);
  expect(session.logged()).toContain('[info] hello');
  const page = await session.page();
  for (const name of ['Presenter', 'Wrapper']) {
    const id = await page.create(1, `value.list?wrapper=${name}`);
    expect(page.values.get(await page.create(id, 'n'))).toBe(3);
  }
});

test('a wrapper may be any global table, and knows its variable', async () => {
  const session = await openSession();
  await session.run(`Plain = {}
    function Plain:new(variable)
      return { type = "Plain", id = variable:getID(), before = variable:getWrapper() == nil, note = variable:getProperty("note"),
        variable = variable, me = function(self) return self.variable:getWrapper() == self end }
    end
    Deep = { Er = Plain }
    session:createAppVariable({ type = "App", list = { 1 }, object = { type = "O" } })`);
  const page = await session.page();
  const id = await page.create(1, 'value.list?wrapper=Deep.Er&note=hi');
  const read = async (path: string) => page.values.get(await page.create(id, path));
  expect([await read('id'), await read('before'), await read('note'), await read('me()')]).toEqual([
    id,
    true,
    'hi',
    true,
  ]);
});

test('changes that a wrapper makes to another variable during sync are seen in the same scan', async () => {
  const session = await openSession();
  await session.run(`W = session:prototype("W", {})
    function W:new(variable) return session:create(W, {}) end
    function W:sync() app.count = #self.value end
    App = session:prototype("App", { count = 0 }) app = App:new({ list = { 1 } }) session:createAppVariable(app)`);
  const page = await session.page();
  const app = await page.create(1, 'value');
  const [count] = (await page.createAll(app, [['count'], ['list?wrapper=W']])) as [number, number];
  await session.run('table.insert(app.list, 2)');
  expect(page.values.get(count)).toBe(2);
});

test('display finds an app in lua/, and an app in a namespace', async () => {
  const session = await openSession({
    files: {
      'lua/small.lua': 'MCP.Small = session:prototype("MCP.Small", { n = 1 }) small = MCP.Small:new()',
    },
  });
  expect((await session.runtime.display('small')).failure).toBeUndefined();
  expect(
    await session.run('return { mcp.value.type, mcp.app("small") == small, mcp:app("small") == small }'),
  ).toEqual(['MCP.Small', true, true]);
  expect((await session.fail('mcp:app("../x")')).message).toContain('the name of a folder');
});

test('package.loaded controls require', async () => {
  const { run } = await openSession({ files: { 'lua/m.lua': 'return { n = 1 }' } });
  expect(await run('return { require("m").n, package.loaded.m.n, require("json") == json }')).toEqual([
    1,
    1,
    true,
  ]);
  expect(await run('package.loaded.other = { n = 7 } return require("other").n')).toBe(7);
});

test('without a page nothing is computed', async () => {
  const session = await openSession();
  await session.run(`App = session:prototype("App", {}) calls = 0
    function App:count() calls = calls + 1 return calls end session:createAppVariable(App:new())`);
  const page = await session.page();
  await page.create(1, 'value.count()');
  expect(await session.run('return calls')).toBe(1);
  session.deliver(await session.runtime.disconnect('a'));
  const before = await session.run('return calls');
  await session.runtime.touch();
  await session.run('x = 1');
  expect(await session.run('return calls')).toBe(before);
});
