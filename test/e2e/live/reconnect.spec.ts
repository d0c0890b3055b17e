import { expect, test } from './live-test.ts';

const VIEW = `<div><input aria-label="name" ui-value="name"/><input aria-label="late" ui-value="late"/>
  <p id="name" ui-value="name"></p><p id="n" ui-value="n"></p><button ui-action="more()">more</button>
  <div id="list" ui-view="items?wrapper=lua.ViewList"></div><div ui-view="extra"></div></div>`;
const LUA = `Item = session:prototype("Item", { name = "" })
function App:more() self.n = self.n + 1 end
app = App:new({ n = 0, name = "", late = "", items = { Item:new({ name = "a" }), Item:new({ name = "b" }) }, extra = Item:new({ name = "extra" }) })`;
const FILES = {
  'viewdefs/Item.list-item.html': '<template><b ui-value="name"></b></template>',
  'viewdefs/Item.DEFAULT.html': '<template><i ui-value="name"></i></template>',
};
const banner = '.ui-banner';

test('a lost connection comes back with everything, and what was typed meanwhile is sent', async ({
  page,
  live,
}) => {
  const server = await live.app(VIEW, LUA, FILES);
  await page.getByLabel('name').fill('half');
  await server.stop();
  await expect(page.locator(banner)).toContainText('Reconnecting');
  await page.getByLabel('late').fill('typed while away');
  await page.getByLabel('name').fill('half typ');
  await page.getByLabel('name').evaluate((field) => (field as HTMLInputElement).setSelectionRange(1, 3));
  await page.locator('#list').evaluate((list) => list.setAttribute('data-same', 'yes'));
  await server.run('app.n = 41 table.insert(app.items, Item:new({ name = "c" })) app.extra = nil');
  await server.resume();
  await expect(page.locator(banner)).toHaveCount(0);
  await expect(page.locator('#n')).toHaveText('41');
  await expect(page.locator('#list[data-same] b')).toHaveText(['a', 'b', 'c']);
  await expect(page.locator('i')).toHaveCount(0);
  await expect(page.getByLabel('name')).toBeFocused();
  await expect(page.getByLabel('name')).toHaveValue('half typ');
  expect(
    await page
      .getByLabel('name')
      .evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd]),
  ).toEqual([1, 3]);
  await expect.poll(() => server.run('return app.late')).toBe('typed while away');
  await page.locator('[ui-app] button').click();
  await expect(page.locator('#n')).toHaveText('42');
  await expect(page.locator('#name')).toHaveText('half typ');
  expect(live.troubles).toEqual([]);
});

test('a restarted session is rebuilt at once, and nothing typed is lost', async ({ page, live }) => {
  const server = await live.app(VIEW, LUA, FILES);
  await page.getByLabel('name').fill('half');
  await server.run('app.n = 5');
  await expect(page.locator('#n')).toHaveText('5');
  server.cut(4001);
  await expect
    .poll(() => server.frames.filter(({ messages }) => messages[0]?.type === 'watch').length)
    .toBe(2);
  await server.run('app.n = 6');
  await expect(page.locator('#n')).toHaveText('6');
  await expect(page.getByLabel('name')).toHaveValue('half');
  await expect(page.locator(banner)).toHaveCount(0);
});

test('a session whose Lua is gone shows what the new one has', async ({ page, live }) => {
  const server = await live.app(VIEW, LUA, FILES);
  await server.stop();
  await expect(page.locator(banner)).toBeVisible();
  await server.resume('new');
  await expect(page.locator(banner)).toHaveCount(0);
  await expect(page.locator('[ui-app] button')).toHaveCount(0);
  await server.run(`App = session:prototype("App", {})\n${LUA}\nmcp.value = app`);
  await expect(page.locator('#n')).toHaveText('0');
});

test('a click while disconnected does not take effect later', async ({ page, live }) => {
  const server = await live.app(VIEW, LUA, FILES);
  await server.stop();
  await expect(page.locator(banner)).toContainText('buttons work again');
  await page.locator('[ui-app] button').click();
  await server.resume();
  await expect(page.locator(banner)).toHaveCount(0);
  await page.locator('[ui-app] button').click();
  await expect(page.locator('#n')).toHaveText('1');
});

test('a session that has ended says so', async ({ page, live }) => {
  const server = await live.app(VIEW, LUA, FILES);
  await server.stop();
  await server.resume('none');
  await expect(page.getByRole('heading', { name: 'This session has ended' })).toBeVisible();
  await expect(page.locator(banner)).toHaveCount(0);
});

test('a server that has started without its session yet does not end the page', async ({ page, live }) => {
  const server = await live.app(VIEW, LUA, FILES);
  await page.getByLabel('name').fill('half');
  await server.stop();
  const refused = page.waitForResponse((response) => response.status() === 404);
  await server.resume('none');
  await refused;
  await server.stop();
  await server.resume();
  await expect(page.locator(banner)).toHaveCount(0);
  await expect(page.getByLabel('name')).toHaveValue('half');
});
