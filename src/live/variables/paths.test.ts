import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

const APP = `
App = session:prototype("App", { name = "Ann", list = {} })
function App:full() return self.name .. "!" end
function App:add(v) self.list[#self.list + 1] = v end
function App:trimmed(...)
  if select("#", ...) > 0 then self.name = (...):match("^%s*(.-)%s*$") end
  return self.name
end
function App:bump() self.bumps = (self.bumps or 0) + 1 end
function App:me() return self end
app = App:new({ list = { "a", "b" }, sub = { deep = { n = 1 } } })
session:createAppVariable(app)
`;

async function opened() {
  const session = await openSession();
  await session.run(APP);
  const page = await session.page();
  const app = await page.create(1, 'value');
  return { session, page, app };
}

test.each([
  ['name', 'Ann'],
  ['full()', 'Ann!'],
  ['list.0', 'a'],
  ['list[1]', 'b'],
  ['sub.deep.n', 1],
  ['me().name', 'Ann'],
  ['me().me().full()', 'Ann!'],
  ['missing', null],
  ['missing.deeper.still', null],
  ['name.length', null],
  ['list.7', null],
])('reads %s', async (path, value) => {
  const { page, app } = await opened();
  expect(page.values.get(await page.create(app, path))).toEqual(value);
});

test.each([
  ['a..b', /empty step/],
  ['.a', /empty step/],
  ['a.', /empty step/],
  ['@name', /@ variables/],
  ['a + b', /operators/],
  ['f(1)', /no arguments/],
  ['f(_).x', /only the last step/],
  ['a-b', /is no name/],
  ['x()?access=w', /name\(_\)/],
  ['x(_)?access=r', /needs a value/],
  ['x?access=maybe', /access is/],
  ['x?priority=urgent', /priority is/],
  ['arr[x]', /is no name/],
])('refuses %s aloud', async (path, why) => {
  const { page, app } = await opened();
  const id = await page.create(app, path);
  expect(page.errors.get(id)?.code).toMatch(/^bad-/);
  expect(page.errors.get(id)?.description).toMatch(why);
  await page.send([{ type: 'destroy', data: { varId: id } }]);
});

test('writes fields, elements and through methods', async () => {
  const { session, page, app } = await opened();
  const [name, element, add, trimmed, bump, deep] = (await page.createAll(app, [
    ['name'],
    ['list.0'],
    ['add(_)'],
    ['trimmed()?access=rw'],
    ['bump()', { access: 'action' }],
    ['sub.deep.n'],
  ])) as [number, number, number, number, number, number];
  await page.update(name, 'Bea');
  await page.update(element, 'z');
  await page.update(add, 'c');
  await page.update(bump, null);
  await page.update(deep, 5);
  expect(await session.run('return { app.name, app.list, app.bumps, app.sub.deep.n }')).toEqual([
    'Bea',
    ['z', 'b', 'c'],
    1,
    5,
  ]);
  page.take();
  await page.update(trimmed, '  hi');
  expect(page.values.get(trimmed)).toBe('hi');
  expect(page.values.get(name)).toBe('hi');
});

test('a write that fails says why, and the page gets the true value back', async () => {
  const { page, app } = await opened();
  const [full, nowhere] = (await page.createAll(app, [['full()'], ['missing.deep']])) as [number, number];
  await page.update(full, 'x');
  expect(page.errors.get(full)).toMatchObject({ code: 'read-only' });
  expect(page.values.get(full)).toBe('Ann!');
  await page.update(nowhere, 'x');
  expect(page.errors.get(nowhere)).toMatchObject({ code: 'path-failure' });
  expect(page.values.get(nowhere)).toBe(null);
});

test('action variables are neither read nor called when created', async () => {
  const { session, page, app } = await opened();
  const id = await page.create(app, 'bump()', { access: 'action' });
  await session.run('return 1');
  expect(await session.run('return app.bumps')).toBe(null);
  expect(page.values.has(id)).toBe(false);
});

test('properties may be in the path or next to it', async () => {
  const { session, page, app } = await opened();
  await page.create(app, 'name?priority=high&keypress&label=a%20b');
  const [, variable] = (await session.runtime.variables()).slice(-2);
  expect(variable?.properties).toMatchObject({ priority: 'high', keypress: 'true', label: 'a b' });
});
