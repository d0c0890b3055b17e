import { AxeBuilder } from '@axe-core/playwright';
import type { Route } from '@playwright/test';
import { expect, filesOfDocument, test } from './live-test.ts';

const APPS = {
  'apps/first/app.lua': 'First = session:prototype("First", {}) first = first or First:new()',
  'apps/first/viewdefs/First.DEFAULT.html': '<template><h1>First app</h1></template>',
  'apps/second-one/app.lua': 'Second = session:prototype("Second", {}) secondOne = secondOne or Second:new()',
  'apps/second-one/viewdefs/Second.DEFAULT.html': '<template><h1>Second app</h1></template>',
};

test('the menu shows the apps, and the current one', async ({ page, live }) => {
  const server = await live.start(APPS);
  await live.open(page);
  await expect(page.locator('.ui-shown-app')).toBeVisible();
  await expect(page.locator('#ui-frame-apps')).toBeHidden();
  server.tell({ apps: '["first","second-one"]' });
  await page.getByRole('button', { name: 'Apps' }).click();
  await page.getByRole('menuitem', { name: 'Second one' }).click();
  await expect(page.getByRole('heading')).toHaveText('Second app');
  const first = page.getByRole('menuitem', { name: 'First' });
  await expect(first).toBeHidden();
  await page.getByRole('button', { name: 'Apps' }).press('Enter');
  await expect(first).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading')).toHaveText('First app');
  expect(live.troubles).toEqual([]);
});

test('the menu is not shown before a click on it would work', async ({ page, live }) => {
  const server = await live.start(APPS);
  const held: Route[] = [];
  await page.route('**/components/dropdown/dropdown.js', (route) => void held.push(route));
  await live.open(page);
  server.tell({ apps: '["first","second-one"]' });
  await expect.poll(() => held.length).toBe(1);
  await page.waitForFunction(() => customElements.get('sl-menu-item') && customElements.get('sl-button'));
  await expect(page.locator('#ui-frame-apps')).toBeHidden();
  await held[0]?.continue();
  await page.getByRole('button', { name: 'Apps' }).click();
  await page.getByRole('menuitem', { name: 'First' }).click();
  await expect(page.getByRole('heading')).toHaveText('First app');
});

test('shows whether the agent is waiting, working or away', async ({ page, live }) => {
  const server = await live.start();
  await live.open(page);
  const agent = page.locator('.ui-agent');
  await expect(agent).toHaveText('The agent is not connected');
  await server.inform({ pollingEvents: true, waitTime: 0 });
  await expect(agent).toHaveText('The agent is waiting for you');
  await server.inform({ pollingEvents: false, agentIdle: 0.01 });
  await expect(agent).toHaveText('The agent is working');
  await page.reload();
  await expect(agent).toHaveText('The agent is working');
});

test('person and agent chat', async ({ page, live }) => {
  const server = await live.start();
  await live.open(page);
  await page.getByRole('button', { name: 'Chat' }).click();
  const field = page.getByLabel('Message to the agent');
  await expect(field).toBeFocused();
  await page.keyboard.type('hello\\n');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await page.keyboard.press('Enter');
  await expect.poll(() => server.events).toEqual([{ event: 'chat', text: 'hello\\n\nsecond line' }]);
  await expect(field).toHaveValue('');
  await server.run(
    'mcp.chat = { { from = "agent", text = "<b>hi</b> **you** [x](javascript:alert(1)) [y](https://e.org)" } }',
  );
  const lines = page.getByRole('complementary').getByRole('listitem');
  await expect(lines).toHaveText(['hello\\n second line', '<b>hi</b> you [x](javascript:alert(1)) y']);
  await expect(lines.last().locator('strong')).toHaveText('you');
  await expect(lines.last().getByRole('link')).toHaveAttribute('href', 'https://e.org');
  await expect(lines.last().locator('b')).toHaveCount(0);
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(page.getByRole('button', { name: 'Chat' })).toBeFocused();
  await server.run('table.insert(mcp.chat, { from = "agent", text = "are you there?" })');
  await expect(page.locator('.ui-toast')).toContainText('are you there?');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.ui-toast')).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`small and ${colorScheme}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, colorScheme });

    test('everything fits, can be read, and is named', async ({ page, live }) => {
      const server = await live.start(filesOfDocument('mcp.md'));
      await server.display('contacts');
      await server.run('contacts:open(Contact:new({ name = "Ann", email = "ann@example.com" }))');
      await server.run('table.insert(contacts.items, Contact:new({ name = "Bob" }))');
      await live.open(page);
      server.tell({ apps: '["contacts"]' });
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Apps' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(colorScheme === 'dark' ? 'rgb(26, 26, 30)' : 'rgb(255, 255, 255)');
      await page.getByRole('button', { name: 'Chat' }).click();
      await page.keyboard.type('hello');
      await page.keyboard.press('Enter');
      const frame = await new AxeBuilder({ page }).include('header').include('.ui-chat').analyze();
      expect(frame.violations).toEqual([]);
      await page.keyboard.press('Escape');
      // The search field of the example has no label, which is up to the example.
      const whole = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa'])
        .disableRules(['label'])
        .analyze();
      expect(whole.violations).toEqual([]);
    });
  });
