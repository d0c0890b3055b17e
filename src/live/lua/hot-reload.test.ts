import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession, type TestSession } from '../../../test/live/open-session.ts';

const FILE = 'apps/contacts/app.lua';

async function opened(
  first: string,
): Promise<TestSession & { change(next: string): Promise<string | undefined> }> {
  const session = await openSession({ files: { [FILE]: first } });
  await session.run('require("contacts")');
  return {
    ...session,
    async change(next) {
      session.write(FILE, next);
      const { failure, reloaded } = session.deliver(await session.runtime.reload(FILE));
      if (!failure) expect(reloaded).toBe(true);
      return failure?.message;
    },
  };
}

test('a prototype: type, inheritance, default and own new, EMPTY', async () => {
  const { run } = await openSession();
  await run(`
    Base = session:prototype("Base", { n = 1, gone = EMPTY })
    Sub = session:prototype("my.Sub", { m = 2 }, Base)
    function Sub:new(x) return session:create(self, { x = x }) end
    Item = session:prototype("Item", {})`);
  expect(await run('local b = Base:new({ z = 1 }) return { b.type, b.n, b.z, b.gone == nil }')).toEqual([
    'Base',
    1,
    1,
    true,
  ]);
  expect(await run('local s = Sub:new(7) return { s.type, s.n, s.m, s.x }')).toEqual(['my.Sub', 1, 2, 7]);
  expect(await run('return { tostring(Base:new()), tostring(Item:new()) }')).toEqual(['a Base', 'an Item']);
});

test('new methods and fields reach existing instances, and the prototype keeps its identity', async () => {
  const { run, change } = await opened(`
    Contact = session:prototype("Contact", { name = "n" })
    function Contact:hi() return "old" end
    if not one then one = Contact:new({ name = "A" }) end`);
  await run('before = Contact Contact.count = 5');
  await change(`
    Contact = session:prototype("Contact", { name = "n", email = "none" })
    function Contact:hi() return "new " .. self.email end
    if not one then one = Contact:new() end
    wasReloading = session.reloading`);
  expect(
    await run(
      'return { one:hi(), before == Contact, Contact.count, one.name, wasReloading, session.reloading }',
    ),
  ).toEqual(['new none', true, 5, 'A', true, false]);
});

test('a removed field disappears from instances and prototype, after mutate', async () => {
  const { run, change } = await opened(`
    Contact = session:prototype("Contact", { old = "x", keep = 1 })
    one = one or Contact:new({ old = "mine" }) two = two or Contact:new()`);
  await change(`
    Contact = session:prototype("Contact", { keep = 1, new = EMPTY, fresh = "f" })
    function Contact:mutate() self.copied = self.old end`);
  expect(
    await run('return { one.copied, two.copied, one.old == nil, Contact.old == nil, one.fresh }'),
  ).toEqual(['mine', 'x', true, true, 'f']);
});

test('mutate runs only if fields changed; equal table defaults do not count; one failure does not stop others', async () => {
  const file = (fields: string) => `
    Contact = session:prototype("Contact", { ${fields} })
    function Contact:mutate() ran = (ran or 0) + 1 if self.bad then error("cannot") end self.done = true end
    bad = bad or Contact:new({ bad = true }) good = good or Contact:new()`;
  const { run, change, logged } = await opened(file('list = {}, a = 1'));
  await change(file('list = {}, a = 1'));
  expect(await run('return ran')).toBe(null);
  await change(file('list = {}, a = 2'));
  expect(await run('return { ran, good.done, good.a }')).toEqual([2, true, 2]);
  expect(logged()).toContain('cannot');
  await change(file('list = { 1 }, a = 2'));
  expect(await run('return ran')).toBe(4);
});

test('instances derived from a changed prototype are mutated, too, and lose removed fields', async () => {
  const file = (base: string, sub: string) => `
    Base = session:prototype("Base", { ${base} })
    function Base:mutate() log[#log + 1] = "Base " .. self.id self.seen = self.old end
    Sub = session:prototype("Sub", { ${sub} }, Base)
    Deep = session:prototype("Deep", { keep = "deep" }, Sub)
    function Deep:mutate() log[#log + 1] = "Deep " .. self.id end
    Other = session:prototype("Other", {})
    function Other:mutate() log[#log + 1] = "Other" end
    log = {}
    if not base then
      deep = Deep:new({ id = "d", old = 3, keep = "own" }) base = Base:new({ id = "b", old = 1 })
      sub = Sub:new({ id = "s", old = 2 }) other = Other:new({ old = 4, keep = 5 })
    end`;
  const { run, change } = await opened(file('old = "x", keep = "k"', 'm = 1'));
  await change(file('fresh = 1', 'm = 1'));
  expect(await run('return log')).toEqual(['Base d', 'Base b', 'Base s']);
  expect(await run('return { base.seen, sub.seen, deep.seen, deep.fresh, sub.fresh }')).toEqual([
    1, 2, 3, 1, 1,
  ]);
  expect(
    await run(
      'return { sub.old == nil, deep.old == nil, sub.keep == nil, deep.keep, other.old, other.keep }',
    ),
  ).toEqual([true, true, true, 'own', 4, 5]);
  // Sub has no mutate: that of Base runs once, although both changed.
  await change(file('fresh = 2', 'm = 2'));
  expect(await run('return log')).toEqual(['Base d', 'Base b', 'Base s']);
});

test('mutations run in the order in which prototypes changed', async () => {
  const file = (n: number) => `
    order = {}
    B = session:prototype("B", { v = ${n} }) A = session:prototype("A", { v = ${n} })
    function A:mutate() order[#order + 1] = "A" end function B:mutate() order[#order + 1] = "B" end
    a = a or A:new() b = b or B:new()`;
  const { run, change } = await opened(file(1));
  await change(file(2));
  expect(await run('return order')).toEqual(['B', 'A']);
});

test('a broken file is reported with its line, and the old code keeps running', async () => {
  const session = await opened('function answer() return 1 end');
  expect(await session.change('function answer()\n return 2 +\nend')).toContain('apps/contacts/app.lua:3:');
  expect(await session.run('return answer()')).toBe(1);
  expect(await session.change('function answer() return 3 end\nerror("late")')).toContain('late');
  expect(await session.run('return { answer(), session.reloading }')).toEqual([3, false]);
});

test('only loaded files are run again, by any name', async () => {
  const session = await openSession({
    files: { [FILE]: 'runs = (runs or 0) + 1', 'lua/other.lua': 'other = 1' },
  });
  mkdirSync(join(session.baseDir, 'lua'), { recursive: true });
  symlinkSync(join('..', FILE), join(session.baseDir, 'lua/contacts.lua'));
  expect(await session.runtime.reload('lua/other.lua')).toMatchObject({ reloaded: false });
  await session.run('require("contacts")');
  expect(await session.runtime.reload(join(session.baseDir, 'lua/contacts.lua'))).toMatchObject({
    reloaded: true,
  });
  expect(await session.runtime.reload(FILE)).toMatchObject({ reloaded: true });
  expect(await session.runtime.reload('apps/gone.lua')).toMatchObject({ reloaded: false });
  expect(await session.run('return runs')).toBe(3);
});

test('a page sees the new code at once', async () => {
  const session = await opened(`
    Contacts = session:prototype("Contacts", {})
    function Contacts:title() return "one" end
    contacts = contacts or Contacts:new()`);
  session.deliver(await session.runtime.display('contacts'));
  const page = await session.page();
  const id = await page.create(1, 'value.title()');
  expect(page.values.get(id)).toBe('one');
  await session.change(`
    Contacts = session:prototype("Contacts", {})
    function Contacts:title() return "two" end`);
  expect(page.values.get(id)).toBe('two');
});

test('prototypes and modules can be removed', async () => {
  const { run } = await openSession({
    files: { 'lua/m.lua': 'loads = (loads or 0) + 1 return { n = loads }' },
  });
  await run(
    'A = session:prototype("A", {}) B = session:prototype("A.B", {}) session:removePrototype("A", true)',
  );
  expect(await run('return session:prototype("A", {}) ~= A and session:prototype("A.B", {}) ~= B')).toBe(
    true,
  );
  expect(await run('return { require("m").n, require("m").n }')).toEqual([1, 1]);
  expect(await run('session:unloadModule("m") return require("m").n')).toBe(2);
  expect(await run('session:unloadDirectory("lua") return require("m").n')).toBe(3);
});

test('require: cycles end, failures are not cached, names cannot leave the folder', async () => {
  const session = await openSession({
    files: {
      'lua/a.lua': 'local b = require("b") return { name = "a", b = b }',
      'lua/b.lua': 'require("a") return { name = "b" }',
      'lua/deep/er.lua': 'return "deep"',
      'lua/bad.lua': 'error("not yet")',
    },
  });
  expect(await session.run('return require("a").b.name')).toBe('b');
  expect(await session.run('return require("deep.er")')).toBe('deep');
  expect((await session.fail('require("bad")')).message).toContain('lua/bad.lua:1: not yet');
  session.write('lua/bad.lua', 'return "fine"');
  expect(await session.run('return require("bad")')).toBe('fine');
  for (const name of ['../x', '/etc/passwd', 'a..b', 'a\\0b', ''])
    expect((await session.fail(`require("${name}")`)).message).toContain('is not a module name');
  expect((await session.fail('require("nowhere")')).message).toContain('lua/nowhere.lua');
});

test('start loads main.lua, lua/mcp.lua and each init.lua; display shows an app', async () => {
  const session = await openSession({
    files: {
      'main.lua': 'log = { "main" }',
      'lua/mcp.lua': 'table.insert(log, "mcp " .. tostring(mcp ~= nil)) function mcp:extra() return 1 end',
      'apps/my-cool-app/init.lua': 'table.insert(log, "init")',
      'apps/my-cool-app/app.lua': 'App = session:prototype("App", { n = 1 }) myCoolApp = App:new()',
      'apps/broken/init.lua': 'error("broken init")',
      'apps/empty/app.lua': '',
    },
  });
  expect(session.logged()).toContain('broken init');
  expect(await session.run('return log')).toEqual(['main', 'mcp true', 'init']);
  expect(await session.runtime.display('my-cool-app')).toEqual({ pushes: [], events: [] });
  expect(await session.run('return { mcp.value.n, session:getApp() == myCoolApp, mcp:extra() }')).toEqual([
    1,
    true,
    1,
  ]);
  expect((await session.runtime.display('empty')).failure?.message).toContain('must set the global empty');
  expect((await session.runtime.display('nowhere')).failure?.message).toContain('not found');
});

test('the methods of prototypes: those made at run time, without those that their file does not make any more', async () => {
  const session = await openSession({
    files: {
      'apps/x/app.lua':
        'X = session:prototype("X", {}) function X:a() end function X:b() end for _, n in ipairs({ "c" }) do X["get" .. n] = function() end end x = x or X:new()',
    },
  });
  await session.runtime.display('x');
  const methods = async () => (await session.runtime.methods()).X?.toSorted();
  expect(await methods()).toEqual(['a', 'b', 'getc', 'new']);
  session.write('apps/x/app.lua', 'X = session:prototype("X", {}) function X:b() end x = x or X:new()');
  await session.runtime.reload(`${session.baseDir}/apps/x/app.lua`);
  expect(await methods()).toEqual(['b', 'new']);
});
