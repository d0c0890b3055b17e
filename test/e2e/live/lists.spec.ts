import { expect, test } from './live-test.ts';

const ITEMS = `Item = session:prototype("Item", { name = "" })
function Item:press() self.name = self.name .. "!" end
function items(...) local made = {} for _, n in ipairs({ ... }) do made[#made + 1] = Item:new({ name = n }) end return made end`;

test('a list grows, shrinks and keeps its class on the element of its items', async ({ page, live }) => {
  const server = await live.app(
    '<div><div id="list" class="grid" style="display: grid" ui-view="items?wrapper=lua.ViewList"></div></div>',
    `${ITEMS} app = App:new({ items = items("a", "b") })`,
    {
      'viewdefs/Item.list-item.html':
        '<template><button ui-action="press()" ui-value="name"></button></template>',
    },
  );
  const names = page.locator('#list button');
  await expect(names).toHaveText(['a', 'b']);
  await expect(page.locator('#list')).toHaveClass('view-list grid');
  await page.getByRole('button', { name: 'b' }).click();
  await expect(names).toHaveText(['a', 'b!']);
  await names.first().evaluate((element) => element.setAttribute('data-same', 'yes'));
  await server.run('app.items = items("x", "y", "z")');
  await expect(names).toHaveText(['x', 'y', 'z']);
  // Other objects have other rows.
  await expect(names.first()).not.toHaveAttribute('data-same');
  await server.run('table.remove(app.items, 1)');
  await expect(names).toHaveText(['y', 'z']);
  await server.run('app.items = {}');
  await expect(names).toHaveCount(0);
  await server.run('app.items = items("again")');
  await expect(names).toHaveText(['again']);
  // The items are laid out by the list's own element.
  const parent = await names
    .first()
    .evaluate((element) => getComputedStyle(element.parentElement as Element).display);
  expect(parent).toBe('contents');
  const leftovers = (await server.variables()).filter(({ path }) => path === 'press()');
  expect(leftovers).toHaveLength(1);
});

test('items use the namespace of the list, then list-item, then DEFAULT', async ({ page, live }) => {
  await live.app(
    `<div><div id="a" ui-namespace="row" ui-view="items?wrapper=lua.ViewList"></div>
      <div id="b" ui-view="others?wrapper=lua.ViewList"></div>
      <div id="c" ui-namespace="tag" ui-view="words?wrapper=lua.ViewList"></div></div>`,
    `${ITEMS} Other = session:prototype("Other", { name = "o" })
    app = App:new({ items = items("a"), others = { Other:new() }, words = { "x", "y" } })`,
    {
      'viewdefs/Item.row.html': '<template><i ui-value="name"></i></template>',
      'viewdefs/Other.DEFAULT.html': '<template><u ui-value="name"></u></template>',
      'viewdefs/lua.ViewListItem.tag.html':
        '<template><b><span ui-value="item"></span><span ui-value="index"></span></b></template>',
    },
  );
  await expect(page.locator('#a i')).toHaveText(['a']);
  await expect(page.locator('#b u')).toHaveText(['o']);
  await expect(page.locator('#c b')).toHaveText(['x0', 'y1']);
});

test('ui-viewlist clones its exemplar, and wraps items on request', async ({ page, live }) => {
  const server = await live.app(
    `<div><ul ui-viewlist="items"><li class="item"></li></ul>
      <ol ui-viewlist="items" ui-item-wrapper="Row"></ol>
      <div id="w" ui-view="items?wrapper=lua.ViewList&amp;itemWrapper=Row"></div></div>`,
    `${ITEMS} Row = session:prototype("Row", {})
    function Row:new(v) return session:create(Row, { inner = v.getValue and v:getValue() or v.item or v.baseItem }) end
    function Row:title() return "row " .. self.inner.name end
    app = App:new({ items = items("a", "b") })`,
    {
      'viewdefs/Item.DEFAULT.html': '<template><li ui-value="name"></li></template>',
      'viewdefs/Row.DEFAULT.html': '<template><h3 ui-value="title()"></h3></template>',
    },
  );
  await expect(page.locator('ul > li.item')).toHaveText(['a', 'b']);
  await expect(page.locator('ol > h3')).toHaveText(['row a', 'row b']);
  await expect(page.locator('#w h3')).toHaveText(['row a', 'row b']);
  await server.run('table.insert(app.items, Item:new({ name = "c" }))');
  await expect(page.locator('ul > li.item')).toHaveText(['a', 'b', 'c']);
});

test('scrollOnOutput scrolls to the end when content is added', async ({ page, live }) => {
  const server = await live.app(
    `<div><div id="list" style="height: 60px; overflow: auto" ui-view="items?wrapper=lua.ViewList&amp;scrollOnOutput"></div>
      <pre id="log" style="height: 40px; overflow: auto" ui-value="log?scrollOnOutput"></pre></div>`,
    `${ITEMS} app = App:new({ items = {}, log = "" })`,
    { 'viewdefs/Item.list-item.html': '<template><p ui-value="name"></p></template>' },
  );
  const isAtEnd = (id: string) =>
    page.locator(id).evaluate((e) => e.scrollTop > 0 && e.scrollTop + e.clientHeight >= e.scrollHeight - 1);
  await expect(page.locator('#log')).toBeAttached();
  await server.run('app.items = items("a", "b", "c", "d") app.log = ("line\\n"):rep(20)');
  await expect(page.locator('#list p')).toHaveCount(4);
  await expect.poll(() => isAtEnd('#list')).toBe(true);
  await expect.poll(() => isAtEnd('#log')).toBe(true);
  await server.run('app.items[2].name = ("long "):rep(200)');
  await expect.poll(() => isAtEnd('#list')).toBe(true);
});

test('a changed row touches only its own nodes', async ({ page, live }) => {
  const server = await live.app(
    '<div><div id="list" ui-view="items?wrapper=lua.ViewList"></div></div>',
    `${ITEMS} local all = {} for i = 1, 1000 do all[i] = Item:new({ name = "row " .. i }) end app = App:new({ items = all })`,
    { 'viewdefs/Item.list-item.html': '<template><p><span ui-value="name"></span></p></template>' },
  );
  await expect(page.locator('#list p')).toHaveCount(1000);
  await expect(page.getByText('row 1000', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    new MutationObserver((records) => {
      for (const { target } of records) touched.push((target as Element).textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  });
  await server.run('app.items[500].name = "changed"');
  await expect(page.getByText('changed', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { touched: string[] }).touched)).toEqual([
    'changed',
  ]);
});

function isAsking(data: Record<string, unknown>, path: string): boolean {
  return (data.properties as { path?: string } | undefined)?.path === path;
}

test('a long list shows its first rows first, then everything', async ({ page, live }) => {
  const server = await live.app(
    '<div><div id="list" ui-view="items?wrapper=lua.ViewList"></div></div>',
    `${ITEMS} app = App:new({ items = {} })
    function fill(n) local all = {} for i = 1, n do all[i] = Item:new({ name = "row " .. i }) end app.items = all end`,
    { 'viewdefs/Item.list-item.html': '<template><p ui-value="name"></p></template>' },
  );
  const rows = page.locator('#list p');
  server.frames.length = 0;
  await server.run('fill(1000)');
  await expect(page.getByText('row 1000', { exact: true })).toBeVisible();
  const numbers = Array.from({ length: 1000 }, (_, i) => `row ${i + 1}`);
  expect(await rows.allTextContents()).toEqual(numbers);
  // The first rows are requested before the others are created.
  const asked = server.frames
    .map(({ messages }) => messages.filter(({ data }) => isAsking(data, 'item')).length)
    .filter((count) => count > 0);
  expect(asked[0]).toBe(50);
  // Rows that are gone before they are shown do not appear, and rows that arrive meanwhile do.
  await server.run('fill(0)');
  await expect(rows).toHaveCount(0);
  await server.run('fill(900)');
  await server.run('fill(3)');
  await server.run('fill(120)');
  await expect(page.getByText('row 120', { exact: true })).toBeVisible();
  expect(await rows.allTextContents()).toEqual(numbers.slice(0, 120));
});

test('a row without a response delays the others only for a moment', async ({ page, live }) => {
  const server = await live.app(
    '<div><div id="list" ui-view="items?wrapper=lua.ViewList"></div></div>',
    `${ITEMS} app = App:new({ items = {} })`,
    { 'viewdefs/Item.list-item.html': '<template><p ui-value="name"></p></template>' },
  );
  await page.evaluate(() => {
    const store = window.uiStore;
    if (store) store.create(store.root, { path: '', access: 'r' });
  });
  await server.run(
    'local all = {} for i = 1, 200 do all[i] = Item:new({ name = "row " .. i }) end app.items = all',
  );
  await expect(page.getByText('row 200', { exact: true })).toBeVisible();
});
