import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { done, test } from './app-test.ts';

const notice = (page: Page) => page.locator('.notice');
const choose = (page: Page, name: string) => notice(page).getByRole('button', { name }).click();

test('a person who is typing is asked before they follow the agent to another page', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  const notes = app.locator('#bl-notes textarea');
  await notes.fill('');
  await notes.pressSequentially('Half a');
  await shared.call('navigate', { pageId: 'customers' });
  await expect(notice(page)).toContainText('Agent opened Customers while you were typing.');
  // The page stays, with the cursor, and takes more.
  await expect(notes).toBeFocused();
  await page.keyboard.type(' word');
  await expect(notes).toHaveValue('Half a word');
  await expectAccessible(page);

  await choose(page, 'Stay');
  await expect(notice(page)).toContainText('You are still on New invoice, and the session is on Customers.');
  await expect(notes).toBeFocused();
  await page.keyboard.type(' more');
  await expect(notes).toHaveValue('Half a word more');
  // Nothing else is done on a page that the session has left.
  await app.getByRole('button', { name: 'Save invoice' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was done' })).toBeVisible();
  expect((await shared.call('get_state')).text).toContain('"pageId":"customers"');
  await notes.focus();

  await choose(page, 'Bring the session back');
  // Seen once on a very busy machine: the text was offered instead of entered. Why is not known; it is not lost.
  const offered = notice(page).getByRole('button', { name: 'Put it back' });
  await expect(async () => {
    if (await offered.isVisible()) await offered.click();
    await expect(notice(page)).toHaveCount(0, { timeout: 2000 });
  }).toPass();
  await expect(notes).toHaveValue('Half a word more');
  await expect
    .poll(async () => (await shared.call('get_state')).text)
    .toContain('"notes":"Half a word more"');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(done(page).first()).toContainText('You set Notes to Half a word more');
});

test('what a person typed is kept when they follow the agent, and put back where it belongs', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  const notes = app.locator('#bl-notes textarea');
  await notes.fill('Known');
  await expect.poll(async () => (await shared.call('get_state')).text).toContain('"notes":"Known"');
  await shared.call('navigate', { pageId: 'customers' });
  await expect(notice(page)).toContainText('Agent opened Customers');
  await page.keyboard.type(' and new');
  await choose(page, 'Follow');
  await expect(app.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expect(notice(page)).toContainText('What you typed has not reached the session.');
  await expect(notice(page)).toContainText('Notes on New invoice: “Known and new”');

  // Somebody else goes there: it is offered.
  await shared.call('navigate', { pageId: 'create_invoice' });
  await expect(notice(page).getByRole('button', { name: 'Put it back' })).toBeVisible();
  await expect(notes).toHaveValue('Known');
  await shared.call('navigate', { pageId: 'customers' });
  // The person goes there: it is back.
  await choose(page, 'Go back to New invoice');
  await expect(notes).toHaveValue('Known and new');
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(async () => (await shared.call('get_state')).text).toContain('"notes":"Known and new"');
});

test('a person who follows a link of their own, or is not typing, is not asked', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  await app.locator('#bl-notes textarea').fill('Something');
  await app.getByRole('menuitem', { name: 'Customers' }).click();
  await expect(app.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await shared.call('navigate', { pageId: 'create_invoice' });
  await expect(app.locator('#bl-notes textarea')).toHaveValue('Something');
  await expect(notice(page)).toHaveCount(0);
});

test('the page is opened again under a person who is typing: text and cursor stay', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  const notes = app.locator('#bl-notes textarea');
  await notes.fill('One three');
  await notes.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4));
  await shared.call('navigate', { pageId: 'create_invoice' });
  await expect(notes).toBeFocused();
  await page.keyboard.type('two ');
  await expect(notes).toHaveValue('One two three');
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(async () => (await shared.call('get_state')).text).toContain('"notes":"One two three"');
});

test('text that is typed while the server is away is sent when it is back', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  const notes = app.locator('#bl-notes textarea');
  await expect(notes).toBeVisible();
  await page.route('**/api/apps/*/calls', (route) => route.abort());
  await notes.fill('In the dark');
  await expect(page.getByRole('alert')).toContainText('The server is not reachable');
  await expect(notes).toHaveValue('In the dark');
  await page.unroute('**/api/apps/*/calls');
  await shared.call('interact', { actions: [{ type: 'setState', key: 'x', value: 1 }] });
  await expect.poll(async () => (await shared.call('get_state')).text).toContain('"notes":"In the dark"');
  await expect(notes).toHaveValue('In the dark');
});
