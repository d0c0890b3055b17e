import { expect, test } from 'vitest';
import { openSession } from '../../../test/live/open-session.ts';

async function opened(path: string) {
  const session = await openSession();
  await session.run(`
    Item = session:prototype("Item", { name = "" })
    ItemView = session:prototype("ItemView", {})
    function ItemView:new(slot) made = (made or 0) + 1 return session:create(ItemView, { slot = slot, item = slot.baseItem }) end
    function ItemView:shown() return "<" .. self.item.name .. ">" end
    App = session:prototype("App", {})
    function add(name) table.insert(app.items, Item:new({ name = name })) end
    app = App:new({ items = {} }) add("a") add("b")
    session:createAppVariable(app)`);
  const page = await session.page();
  const app = await page.create(1, 'value');
  const list = await page.create(app, path);
  const items = await page.create(list, 'items');
  return { session, page, list, items };
}

test('slots stay with their objects, and places with their numbers', async () => {
  const { session, page, items, list } = await opened('items?wrapper=lua.ViewList');
  expect(page.properties.get(list)).toMatchObject({ type: 'lua.ViewList', fallbackNamespace: 'list-item' });
  const [first, second] = page.values.get(items) as object[];
  const slot = await page.create(items, '0');
  const [name, index] = (await page.createAll(slot, [['item.name'], ['index']])) as number[];
  expect(page.properties.get(slot)?.type).toBe('lua.ViewListItem');
  expect([page.values.get(name ?? 0), page.values.get(index ?? 0)]).toEqual(['a', 0]);
  await session.run('add("c")');
  expect(page.values.get(items)).toEqual([first, second, { obj: expect.any(Number) }]);
  await session.run('table.remove(app.items, 1)');
  expect(page.values.get(items)).toEqual([second, { obj: expect.any(Number) }]);
  expect([page.values.get(name ?? 0), page.values.get(index ?? 0)]).toEqual(['b', 0]);
  await session.run('app.items = {}');
  expect(page.values.get(items)).toEqual([]);
  expect(page.values.get(list)).toEqual({ obj: expect.any(Number) });
  expect(page.values.get(name ?? 0)).toBe(null);
  await session.run('add("z")');
  expect(page.values.get(name ?? 0)).toBe('z');
});

test.each(['itemWrapper', 'item'])('an item wrapper (%s) stays with its item', async (name) => {
  const { session, page, items } = await opened(`items?wrapper=lua.ViewList&${name}=ItemView`);
  const slot = await page.create(items, '0');
  const shown = await page.create(slot, 'item.shown()');
  expect(page.values.get(shown)).toBe('<a>');
  await session.run('app.items[1], app.items[2] = app.items[2], app.items[1]');
  expect(page.values.get(shown)).toBe('<b>');
  expect(await session.run('return made')).toBe(2);
});

test('a method that builds its list each time keeps the list object', async () => {
  const { session, page } = await opened('items?wrapper=lua.ViewList');
  await session.run(
    'function App:all() local r = {} for i, v in ipairs(self.items) do r[i] = v end return r end',
  );
  const all = await page.create(2, 'all()?wrapper=lua.ViewList');
  page.take();
  session.deliver(await session.runtime.touch());
  expect(page.take()).toEqual([]);
  const before = page.values.get(all);
  await session.run('add("n")');
  expect(page.values.get(all)).toEqual(before);
});

test('a row that is asked for by its object follows it, and nothing else is sent', async () => {
  const { session, page, items } = await opened('items?wrapper=lua.ViewList');
  const refs = () => (page.values.get(items) as { obj: number }[]).map(({ obj }) => obj);
  const [a = 0, b = 0] = refs();
  const row = await page.create(items, `#${b}`);
  const name = await page.create(row, 'item.name');
  expect(page.values.get(name)).toBe('b');
  page.take();
  await session.run('table.insert(app.items, 1, Item:new({ name = "new" }))');
  expect(refs()).toEqual([expect.any(Number), a, b]);
  expect(page.take()).toHaveLength(1);
  await session.run('app.items[2], app.items[3] = app.items[3], app.items[2]');
  expect(refs().slice(1)).toEqual([b, a]);
  await session.run('app.items[2].name = "changed"');
  expect(page.values.get(name)).toBe('changed');
  // The same object twice has two rows; texts have their places.
  await session.run('app.items = { app.items[2], app.items[2] }');
  expect(refs()[0]).toBe(b);
  expect(new Set(refs()).size).toBe(2);
  await session.run('app.items = { "x", "y" }');
  const texts = refs();
  await session.run('app.items = { "z", "y" }');
  expect(refs()).toEqual(texts);
});

test('other objects have other rows, unless all are made anew each time', async () => {
  const { session, page, items } = await opened('items?wrapper=lua.ViewList');
  const refs = (id = items) => (page.values.get(id) as { obj: number }[]).map(({ obj }) => obj);
  const before = refs();
  await session.run('app.items = { Item:new({ name = "x" }), Item:new({ name = "y" }) }');
  const after = refs();
  expect(after).toHaveLength(2);
  expect(after.filter((ref) => before.includes(ref))).toEqual([]);
  await session.run('app.other = 1');
  await session.run('app.items = { Item:new({ name = "z" }) }');
  expect(after).not.toContain(refs()[0]);

  await session.run(`function App:made()
    local r = {} for i = 1, 3 do r[i] = Item:new({ name = tostring(self.other) }) end return r end`);
  const list = await page.create(2, 'made()?wrapper=lua.ViewList');
  const made = await page.create(list, 'items');
  const rows = refs(made);
  const name = await page.create(await page.create(made, `#${rows[1]}`), 'item.name');
  for (const other of [2, 3]) {
    await session.run(`app.other = ${other}`);
    expect(refs(made)).toEqual(rows);
    expect(page.values.get(name)).toBe(String(other));
  }
});
