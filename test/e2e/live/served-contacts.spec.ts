import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { exampleFiles, test } from './served-live-test.ts';

const names = (page: Page) => page.locator('.entry:visible .name');

test('an agent builds the contacts app through MCP alone while its page is open; then a person uses it', async ({
  build,
  page,
  troubles,
}) => {
  await build.run('return 1');
  await build.open(page);
  expect(page.url()).toBe(`http://127.0.0.1:${build.served.ui}/1/`);

  const files = exampleFiles();
  const seed = files['apps/contacts/seed.lua'] ?? '';
  const lua = `package.loaded["contacts.seed"] = (function() ${seed} end)()\n${files['apps/contacts/app.lua']}`;
  await build.run(`${lua}\nmcp.value = contacts`);
  for (const [path, content] of Object.entries(files)) {
    const [, type, namespace] = /([^/]+)\.([\w-]+)\.html$/.exec(path) ?? [];
    if (type) await build.call('ui_upload_viewdef', { type, namespace, content });
  }
  await expect(names(page)).toHaveText([
    'Ada Lovelace',
    'Analytical Engines',
    'Charles Babbage',
    'Mary Somerville',
  ]);

  // Search while typing.
  await page.getByLabel('Search').click();
  await page.keyboard.type('london');
  await expect(names(page)).toHaveText(['Analytical Engines']);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 of 4');
  await page.getByLabel('Search').fill('');

  // An invalid e-mail is not saved; a valid one is, and both ways of waiting are notified.
  const waiting = build.script('/wait?timeout=60');
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByLabel('Name').fill('Grace Hopper');
  await page.getByLabel('E-mail').fill('grace');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not an e-mail address.')).toBeVisible();
  await page.getByLabel('E-mail').fill('grace@example.com');
  await page.getByLabel('E-mail').press('Enter');
  await expect(names(page)).toHaveCount(5);
  const saved = { kind: 'person', name: 'Grace Hopper', email: 'grace@example.com', phone: '' };
  expect(await (await waiting).json()).toEqual([{ app: 'contacts', event: 'saved', contact: saved }]);

  // Edited in place; cancelling changes nothing.
  const line = page.locator('.entry', { hasText: 'Analytical Engines' });
  await line.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('City').fill('Paris');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(line).toContainText('London');
  await line.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('City').fill('Paris');
  const heard = build.call('ui_wait', { timeout: 60 });
  await page.getByLabel('City').press('Enter');
  await expect(line).toContainText('Paris');
  expect(JSON.parse(await heard)).toMatchObject([{ event: 'saved', contact: { city: 'Paris' } }]);

  // The agent joins in.
  await build.run('contacts:add({ kind = "company", name = "Harvard", city = "Cambridge" })');
  await expect(names(page)).toHaveCount(6);
  expect(await build.run('return contacts:summary()')).toBe('6 contacts');

  // Who did what, beside the app, by the number that its page knows it by.
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'What happened' });
  const newest = history.getByRole('listitem').first();
  // Each call is a line of its own, and clicks are told in the words of the page.
  await expect(newest).toContainText(/^Agent ran code.*return contacts:summary\(\)/);
  await expect(history.getByRole('listitem').nth(1)).toContainText(/^Agent ran code.*Harvard/);
  await expect(history.getByRole('listitem').nth(2)).toContainText('You changed City');
  await expect(history).toContainText('You clicked Edit');
  await page.getByRole('searchbox', { name: 'Search' }).press('Escape');
  await expect(history).toBeHidden();
  expect(troubles.list).toEqual([]);
});

test('files that change while a field is half typed: Lua and views are loaded, nothing typed is lost', async ({
  build,
  page,
}) => {
  const files = exampleFiles();
  for (const [path, text] of Object.entries(files)) build.write(path, text);
  await build.call('ui_display', { name: 'contacts' });
  await build.open(page);
  await page.getByRole('button', { name: 'Add person' }).click();
  // A key does not wait for a field to be seen, a click does.
  await page.getByLabel('Phone').click();
  await page.keyboard.type('555');
  await expect.poll(() => build.run('return contacts.added.phone')).toBe('555');

  const app = files['apps/contacts/app.lua'] ?? '';
  build.write('apps/contacts/app.lua', app.replace('"Enter a name."', '"A name, please."'));
  const view = files['apps/contacts/viewdefs/PersonDraft.DEFAULT.html'] ?? '';
  build.write(
    'apps/contacts/viewdefs/PersonDraft.DEFAULT.html',
    view.replace('label="Phone"', 'label="Telephone"'),
  );
  await expect(page.getByLabel('Telephone')).toHaveValue('555');
  await expect(page.getByLabel('Telephone')).toBeFocused();
  await page.keyboard.type(' 0199');
  await expect(page.getByLabel('Telephone')).toHaveValue('555 0199');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A name, please.')).toBeVisible();

  // A file with a mistake is reported, and the page keeps working.
  build.write('apps/contacts/app.lua', `${app}\nfunction (`);
  await expect
    .poll(async () => JSON.parse(await build.call('ui_status')) as { problems?: string[] })
    .toMatchObject({ problems: [expect.stringMatching(/apps\/contacts\/app\.lua:\d+:/)] });
  await page.getByLabel('Name').fill('Grace');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(names(page)).toHaveCount(5);
});

test('a killed server comes back, and the page continues with what was typed', async ({ build, page }) => {
  for (const [path, text] of Object.entries(exampleFiles())) build.write(path, text);
  await build.call('ui_display', { name: 'contacts' });
  await build.open(page);
  await page.getByRole('button', { name: 'Add company' }).click();
  await page.getByLabel('Name').fill('Kept');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(names(page)).toHaveCount(5);
  await page.getByLabel('Search').fill('ada');
  await expect(names(page)).toHaveText(['Ada Lovelace']);

  await build.served.restart(async () => {
    await expect(page.getByText(/^Reconnecting/)).toBeVisible();
  });
  // The app itself keeps what was saved; the page restores what was typed.
  await expect(names(page)).toHaveText(['Ada Lovelace']);
  await expect(page.getByLabel('Search')).toHaveValue('ada');
  await page.getByLabel('Search').fill('');
  await expect(names(page)).toHaveCount(5);
});

test('two tabs and two browsers show the same, and closing one does not affect the others', async ({
  build,
  page,
  browser,
}) => {
  for (const [path, text] of Object.entries(exampleFiles())) build.write(path, text);
  await build.call('ui_display', { name: 'contacts' });
  await build.open(page);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await build.open(other);
  for (const each of [page, tab, other]) await expect(names(each)).toHaveCount(4);

  await tab.getByRole('button', { name: 'Add company' }).click();
  await tab.getByLabel('Name').fill('Seen by all');
  await tab.getByRole('button', { name: 'Save' }).click();
  for (const each of [page, tab, other]) await expect(names(each)).toHaveCount(5);
  expect(JSON.parse(await build.call('ui_status'))).toMatchObject({ sessions: 1 });

  await tab.close();
  await other.getByLabel('Search').fill('seen');
  for (const each of [page, other]) await expect(names(each)).toHaveText(['Seen by all']);
  await elsewhere.close();
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('the example has no serious accessibility problem, neither shown nor edited', async ({
      build,
      page,
    }) => {
      for (const [path, text] of Object.entries(exampleFiles())) build.write(path, text);
      await build.call('ui_display', { name: 'contacts' });
      await build.open(page);
      await expect(names(page)).toHaveCount(4);
      const serious = async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      };
      expect(await serious()).toEqual([]);
      await page.getByRole('button', { name: 'Add person' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Enter a name.')).toBeVisible();
      expect(await serious()).toEqual([]);
    });
  });

test('an unknown session is reported, with what to do', async ({ build, page }) => {
  await build.open(page, '/live/7/');
  await expect(page.getByRole('heading')).toHaveText('Nothing to show');
  await expect(page.getByText('Live session "7" not found')).toBeVisible();
});
