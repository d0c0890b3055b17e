import { expect } from '@playwright/test';
import { done, test } from './app-test.ts';

const CHANGED = 'The page just changed. Check it and try again.';

test('leaving a field by clicking a button sets the value first, then clicks', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  const add = page.getByRole('button', { name: 'Add to Lines' });
  await add.click();
  await page.getByLabel('Quantity *').fill('3');
  await add.click();
  await expect(page.getByLabel('Quantity *')).toHaveCount(2);
  await expect(page.getByLabel('Quantity *').first()).toHaveValue('3');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a click does not act on something else than what the person saw', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
  await shared.open(page);
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason *').fill('Sent twice');
  await dialog.getByLabel('Reason *').press('Tab');
  await expect(done(page).first()).toContainText('Sent twice');
  // The click leaves the page before the agent's change reaches it, and arrives afterwards.
  await page.route('**/api/page-token', async (route) => {
    await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 20 } });
    await shared.call('interact', {
      actions: [{ type: 'triggerEvent', blockId: 'void_button', event: 'onClick' }],
    });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Void invoice' }).click();
  await expect(page.getByRole('alert')).toHaveText(CHANGED);
  expect(shared.statusOf(20)).not.toBe('void');
});

test('what was typed for one record is not kept for another', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
  await shared.open(page);
  await page.getByRole('button', { name: 'Notes' }).click();
  await page.getByRole('textbox').fill('About 18 only');
  await shared.call('interact', {
    actions: [{ type: 'navigate', pageId: 'invoice', urlQuery: { id: 20 } }],
  });
  await shared.call('interact', {
    actions: [{ type: 'triggerEvent', blockId: 'tabs', event: 'onChange', payload: { activeKey: 'notes' } }],
  });
  await expect(page.getByRole('heading', { name: 'Invoice INV-0020' })).toBeVisible();
  await expect(page.getByRole('textbox')).not.toHaveValue('About 18 only');
});

test('what was typed is not lost if it cannot be sent', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  const notes = page.getByLabel('Notes');
  await page.route('**/api/apps/*', (route) => route.abort());
  await notes.fill('A long text');
  await notes.press('Tab');
  await expect(page.getByRole('alert')).toContainText('The server is not reachable');
  await expect(notes).toHaveValue('A long text');
  await expect(page.getByText('Not saved')).toBeVisible();
  await page.unroute('**/api/apps/*');
  await notes.focus();
  await notes.press('Tab');
  await expect(done(page).first()).toContainText('A long text');
  await expect(page.getByText('Not saved')).toBeHidden();
});

test('what is typed while the field is being sent stays', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  await page.getByRole('button', { name: 'Add to Lines' }).click();
  const text = page.getByLabel('Description *');
  await page.route('**/api/page-token', async (route) => {
    await text.pressSequentially(' and more');
    await route.continue();
  });
  await text.fill('Work');
  await text.press('Enter');
  await expect(done(page).first()).toContainText('Work');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await expect(text).toHaveValue('Work and more');
});

test('a dialog that the agent opens takes nothing away from a person who is typing', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
  await shared.open(page);
  await page.getByRole('button', { name: 'Notes' }).click();
  const notes = page.getByRole('main').locator('textarea').first();
  await notes.fill('Half a');
  await shared.call('interact', {
    actions: [{ type: 'triggerEvent', blockId: 'void_button', event: 'onClick' }],
  });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(notes).toBeFocused();
  await expect(notes).toHaveValue('Half a');
});

test('a person who was signed out signs in elsewhere, and has lost nothing', async ({
  page,
  context,
  served,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  const notes = page.getByLabel('Notes');
  await notes.fill('A long text');
  await served.restart(() => context.clearCookies());
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await notes.press('Tab');
  await expect(page.getByRole('alert')).toContainText('You are signed out.');
  await expect(notes).toHaveValue('A long text');
  await served.open(await context.newPage());
  await expect(page.getByText('Shared with the agent')).toBeVisible();
  await notes.focus();
  await notes.press('Tab');
  await expect(done(page).first()).toContainText('A long text');
});

test('requested rows are shown again after the server was away', async ({ page, served, shared }) => {
  await shared.call('navigate', { pageId: 'invoices' });
  await shared.open(page);
  const later = page.getByRole('button', { name: 'Later rows' });
  await later.click();
  await expect(page.getByText('Rows 11 to 25 of 25')).toBeVisible();
  await served.restart(async () => {
    await expect(page.getByText('The server is not reachable. Reconnecting…')).toBeVisible();
  });
  await expect(page.getByText('The server is not reachable. Reconnecting…')).toBeHidden();
  await expect(page.getByText('Shared with the agent')).toBeVisible();
  // Something is done, so that what is shown then was read again.
  await page.getByLabel('Status').selectOption('Draft');
  await page.getByLabel('Status').selectOption({ index: 0 });
  // What a person sets a field to in a row is told as one.
  await expect(done(page).first()).toContainText('You cleared Status');
  await expect(done(page)).toHaveCount(3);
  await expect(page.getByText('Rows 11 to 25 of 25')).toBeVisible();
});
