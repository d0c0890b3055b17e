import { expect } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { done, test } from './app-test.ts';

test('an agent and a person fill one form, and each sees what the other did', async ({
  page,
  shared,
  troubles,
}) => {
  await shared.open(page);
  await expect(page.getByText('The agent has not opened a page yet.')).toBeVisible();
  await shared.call('navigate', { pageId: 'create_invoice' });
  await expect(page.getByRole('heading', { name: 'New invoice' })).toBeVisible();
  await shared.call('interact', {
    actions: [
      { type: 'setValue', blockId: 'customer_id', value: 'Acme Tools' },
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
    ],
  });
  const customer = page.getByLabel('Customer *');
  await expect(customer.locator('option:checked')).toHaveText('Acme Tools');

  await page.getByLabel('Description *').fill('Work');
  await page.getByLabel('Quantity *').fill('3');
  await page.getByLabel('Unit price (€) *').fill('12.5');
  await page.getByLabel('Notes').click();
  await expect(page.getByText('€37.50')).toHaveCount(2);
  await expect(done(page).first()).toContainText('set Unit price (€) to 12.5 in item 1');

  // The agent is notified once, before its own actions, and sees the current page.
  const { text, log } = await shared.call('interact', {
    actions: [{ type: 'setValue', blockId: 'notes', value: 'By both' }],
  });
  expect(log[0]).toMatchObject({
    action: 'person',
    did: [
      { action: 'setValue', blockId: 'line_items.0.description', value: 'Work', success: true },
      { blockId: 'line_items.0.quantity', value: 3 },
      { blockId: 'line_items.0.unit_price', value: 12.5 },
    ],
  });
  expect(text).toContain('€37.50');
  expect(
    (await shared.call('interact', { actions: [{ type: 'setState', key: 'x', value: 1 }] })).log,
  ).toEqual([{ action: 'setState', success: true }]);

  // The click waits until the page has received everything the agent did.
  await expect(done(page).first()).toContainText('changed data of the page');
  await expect(page.getByLabel('Notes')).toHaveValue('By both');
  await page.getByRole('button', { name: 'Save invoice' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invoice INV-0026 saved as a draft.');
  await expect(page.getByRole('heading', { name: 'Invoice INV-0026' })).toBeVisible();
  const after = await shared.call('interact', { actions: [{ type: 'setState', key: 'x', value: 2 }] });
  expect(after.text).toContain('INV-0026');
  expect(troubles.list).toEqual([]);
});

test('a person does in the same session what is reserved for people', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
  await shared.call('interact', {
    actions: [{ type: 'triggerEvent', blockId: 'void_button', event: 'onClick' }],
  });
  await shared.open(page);
  const dialog = page.getByRole('dialog', { name: 'Void this invoice' });
  await dialog.getByRole('button', { name: 'Void invoice' }).click();
  await expect(dialog.getByText('Say why the invoice is void.')).toBeVisible();
  await dialog.getByLabel('Reason *').fill('Sent twice');
  await dialog.getByRole('button', { name: 'Void invoice' }).click();
  await expect(dialog).toBeHidden();
  expect(shared.statusOf(18)).toBe('void');
  const { text, log: told } = await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
  expect(told[0]?.did).toContainEqual(
    expect.objectContaining({ action: 'triggerEvent', blockId: 'void_modal', event: 'onOk', success: true }),
  );
  expect(text).toContain('void');
});

test('typing stays, whatever the agent does, and refusals are shown', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  const notes = page.getByLabel('Notes');
  await notes.click();
  await notes.press('End');
  await notes.pressSequentially(' And more');
  await shared.call('interact', {
    actions: [{ type: 'setValue', blockId: 'notes', value: 'From the agent' }],
  });
  await expect(done(page).first()).toContainText('From the agent');
  await expect(notes).toHaveValue('Thank you for your business. And more');
  await notes.press('Tab');
  await expect(done(page).first()).toContainText('And more');
  await page.getByRole('button', { name: 'Save invoice' }).click();
  await expect(page.getByRole('alert')).toHaveClass(/fault/);
  await expect(page.getByLabel('Customer *')).toHaveAttribute('aria-invalid', 'true');
});

test('tables, tabs and links', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'dashboard' });
  await shared.open(page);
  await page.getByRole('navigation').getByRole('button', { name: 'Invoices' }).click();
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Later rows' }).click();
  await expect(page.getByText('Rows 11 to 25 of 25')).toBeVisible();
  await page.getByRole('button', { name: 'Earlier rows' }).click();
  await page.getByLabel('Status').selectOption('Draft');
  await expect(page.getByRole('row', { name: 'paid' })).toHaveCount(0);
  await page.getByRole('row', { name: 'INV-0018' }).getByRole('cell', { name: 'Corner Bakery' }).click();
  await expect(page.getByRole('heading', { name: 'Invoice INV-0018' })).toBeVisible();
  await page.getByRole('button', { name: 'Lines' }).click();
  await expect(page.getByRole('columnheader', { name: 'Description' })).toBeVisible();
  const { log } = await shared.call('interact', { actions: [{ type: 'setState', key: 'x', value: 1 }] });
  expect(log[0]?.did).toContainEqual(
    expect.objectContaining({ event: 'onRowClick', navigatedTo: 'invoice' }),
  );
});

test('after a server is killed, the page comes back as it was', async ({ page, served, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  await page.getByLabel('Customer *').selectOption('Delta Print');
  await expect(done(page).first()).toContainText('Customer');
  await served.restart(async () => {
    await expect(page.getByText('The server is not reachable. Reconnecting…')).toBeVisible();
  });
  await expect(page.getByText('Shared with the agent')).toBeVisible();
  await expect(page.getByLabel('Customer *').locator('option:checked')).toHaveText('Delta Print');
});

test('an agent in another process is seen, and the end of a session is shown', async ({
  page,
  served,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  const other = await served.agent('stdio');
  await other.callTool({
    name: 'interact',
    arguments: {
      sessionId: shared.sessionId,
      actions: [{ type: 'setValue', blockId: 'notes', value: 'From elsewhere' }],
    },
  });
  await expect(page.getByLabel('Notes')).toHaveValue('From elsewhere');

  await page.getByRole('link', { name: 'All sessions' }).click();
  const listed = page.locator('.row').filter({ hasText: 'Monthly invoices' });
  // In the person's words: what the app and the page are called, and what happened last.
  await expect(listed).toContainText('New invoice');
  await expect(listed).toContainText('Agent set Notes');
  await page.getByRole('button', { name: 'Close Monthly invoices' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Close Monthly invoices' }).click();
  await page.getByRole('button', { name: 'Close session' }).click();
  await expect(listed).toContainText('closed');
  await page.getByText('1 ended session').click();
  await page.getByRole('link', { name: 'Monthly invoices' }).click();
  await expect(page.getByText('This session is closed')).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(done(page).first()).toContainText('closed the session');
});

test("an unknown session and another user's look the same", async ({ page, served, shared }) => {
  await shared.open(page);
  await page.goto(`http://localhost:${served.ui}/apps/sess_none`);
  const refused = page.getByText('Session not found, or it is not shared with you.');
  await expect(refused).toBeVisible();
  // Also after a retry.
  for (let tries = 0; tries < 2; tries++) await page.waitForEvent('websocket');
  await expect(refused).toBeVisible();
});

test('a row that has moved since it was seen is not opened by mistake', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'invoices' });
  await shared.open(page);
  await expect(page.getByRole('row', { name: 'INV-0024' })).toBeVisible();
  // The click leaves the page before the agent's change reaches it, and arrives afterwards.
  await page.route('**/api/page-token', async (route) => {
    await shared.call('interact', {
      actions: [{ type: 'setValue', blockId: 'status_filter', value: 'draft' }],
    });
    await route.continue();
  });
  await page.getByRole('row', { name: 'INV-0024' }).getByRole('button').click();
  await expect(page.getByRole('alert')).toHaveText('The page just changed. Check it and try again.');
  await expect(page.getByRole('heading', { name: 'Invoices', exact: true })).toBeVisible();
});

test('without the page’s own token nothing is done, and invalid requests are refused', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  const post = (id: string, body: unknown, withToken = true) =>
    page.evaluate(
      async ([path, text, isOwn]) => {
        const { token } = (await (await fetch('/api/page-token')).json()) as { token: string };
        const response = await fetch(path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(isOwn ? { 'X-Tandem-Token': token } : {}) },
          body: text,
        });
        return { status: response.status, text: await response.text() };
      },
      [`/api/${id}`, JSON.stringify(body), withToken] as const,
    );
  const set = { actions: [{ type: 'setValue', blockId: 'notes', value: 'x' }] };
  expect((await post(`apps/${shared.sessionId}`, set, false)).status).toBe(403);
  expect((await post(`sessions/${shared.sessionId}/close`, {}, false)).status).toBe(403);
  expect((await post('apps/sess_none', set)).status).toBe(404);
  for (const body of [{}, { actions: [] }, { actions: [{ type: 'explode' }] }, { ...set, more: 1 }]) {
    const { status, text } = await post(`apps/${shared.sessionId}`, body);
    expect([status, text]).toEqual([400, expect.stringContaining('with the actions of interact')]);
  }
  const many = { actions: Array.from({ length: 101 }, () => set.actions[0]) };
  expect((await post(`apps/${shared.sessionId}`, many)).text).toContain('maxActionsPerCall');
  await expect(page.getByLabel('Notes')).toHaveValue('Thank you for your business.');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`it is accessible, ${colorScheme}`, async ({ page, shared }) => {
    await page.emulateMedia({ colorScheme });
    await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
    await shared.open(page);
    await page.getByRole('button', { name: 'Void' }).click();
    await expect(page.getByRole('dialog')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('navigation').getByRole('button', { name: 'New invoice' }).click();
    await page.getByRole('button', { name: 'Add to Lines' }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
