import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './live-test.ts';

const LUA = `Item = session:prototype("Item", { name = "" })
function App:bad() error("cannot say") end
function App:more() self.n = self.n + 1 end
app = App:new({ n = 1, items = { Item:new({ name = "apple" }), Item:new({ name = "pear" }) } })`;
const VIEW = `<div><p id="n" ui-value="n"></p><button ui-action="more()">more</button><i ui-value="bad()"></i>
  <div style="height: 200vh"></div><div ui-view="items?wrapper=lua.ViewList"></div></div>`;
const FILES = { 'viewdefs/Item.list-item.html': '<template><b ui-value="name"></b></template>' };

test('the variables of a session as a tree and as a list, updated, searched, sorted and copied', async ({
  page,
  context,
  live,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await live.app(VIEW, LUA, FILES);
  const tab = await context.newPage();
  const troubles: string[] = [];
  tab.on('pageerror', (error) => troubles.push(error.message));
  await live.open(tab, '/1/variables');
  const row = (path: string) =>
    tab.locator('tbody tr').filter({ has: tab.getByRole('button', { name: path, exact: true }) });
  await expect(tab.getByRole('columnheader')).toHaveText([
    'id',
    'path',
    'type',
    'value',
    'access',
    'time ms',
    'max ms',
    'changes',
    'error',
    'props',
  ]);
  await expect(row('n').getByRole('cell').nth(3)).toHaveText('1');
  await expect(row('bad()')).toContainText('cannot say');
  await page.getByRole('button', { name: 'more' }).click();
  await expect(row('n').getByRole('cell').nth(3)).toHaveText('2');

  await row('items').first().getByRole('button', { name: 'Collapse' }).click();
  await expect(row('name')).toHaveCount(0);
  await row('items').first().getByRole('button', { name: 'Expand' }).click();
  await expect(row('name')).toHaveCount(2);

  await tab.getByLabel('Search').fill('pear');
  await expect(row('name')).toHaveCount(1);
  await expect(row('value')).toHaveCount(1);
  await tab.getByText('Flat').click();
  await expect(tab.locator('tbody tr')).toHaveCount(1);
  await tab.getByLabel('Search').fill('');
  await tab.getByRole('button', { name: 'changes' }).click();
  await tab.getByRole('button', { name: 'changes' }).click();
  await expect(tab.getByRole('columnheader', { name: 'changes' })).toHaveAttribute('aria-sort', 'descending');
  await expect(tab.locator('tbody tr').first()).toContainText('n');

  await row('n').getByRole('button').first().click();
  await expect(tab.getByRole('status')).toContainText('clipboard');
  const copied = JSON.parse(await tab.evaluate(() => navigator.clipboard.readText())) as Record<
    string,
    unknown
  >;
  expect(copied).toMatchObject({ path: 'n', value: 2, access: 'r' });
  expect(troubles).toEqual([]);
  const { violations } = await new AxeBuilder({ page: tab }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations).toEqual([]);
});

test("a click highlights the element in the app's page", async ({ page, context, live }) => {
  await live.app(VIEW, LUA, FILES);
  const tab = await context.newPage();
  await live.open(tab, '/1/variables');
  await tab.getByLabel('Search').fill('pear');
  await tab.getByRole('button', { name: 'name', exact: true }).click();
  await expect(tab.getByRole('status')).toContainText('is highlighted');
  await expect(page.locator('b').nth(1)).toHaveClass('ui-highlight');
  await expect(page.locator('b').nth(1)).toBeInViewport();
  await tab.getByLabel('Search').fill('');
  await page.close();
  await tab.getByRole('button', { name: 'mcp' }).click();
  await expect(tab.getByRole('status')).toContainText(/has no element|No open page/);
});
