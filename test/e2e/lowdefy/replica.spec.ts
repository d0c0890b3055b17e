import { expect } from '@playwright/test';
import { done, test } from './app-test.ts';

test('an agent and a person fill one form in the real client, and each sees what the other did', async ({
  page,
  shared,
}) => {
  const app = await shared.openApp(page);
  await expect(page.getByText('The agent has not opened a page yet.')).toBeVisible();
  await shared.call('navigate', { pageId: 'create_invoice' });
  await expect(app.getByRole('heading', { name: 'New invoice' })).toBeVisible();
  await shared.call('interact', {
    actions: [
      { type: 'setValue', blockId: 'customer_id', value: 'Acme Tools' },
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
    ],
  });
  // The real components, in the app's own style.
  await expect(app.locator('#bl-customer_id .ant-select')).toContainText('Acme Tools');

  await app.locator('[id="bl-line_items.0.description"] input').pressSequentially('Work');
  await app.locator('[id="bl-line_items.0.quantity"] input').fill('3');
  await app.locator('[id="bl-line_items.0.unit_price"] input').fill('12.5');
  // While the person types, without leaving the field.
  await expect(app.getByText('€37.50').first()).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(done(page).first()).toContainText('set Unit price (€) to 12.5 in item 1');

  const { text, log } = await shared.call('interact', {
    actions: [{ type: 'setValue', blockId: 'notes', value: 'By both' }],
  });
  expect(log[0]).toMatchObject({ action: 'person' });
  const did = (log[0]?.did ?? []) as Record<string, unknown>[];
  expect(did.filter((one) => one.action === 'setValue')).toMatchObject([
    { blockId: 'line_items.0.description', value: 'Work', success: true },
    { blockId: 'line_items.0.quantity', value: 3 },
    { blockId: 'line_items.0.unit_price', value: 12.5 },
  ]);
  expect(text).toContain('€37.50');
  await expect(app.locator('#bl-notes textarea')).toHaveValue('By both');

  await app.getByRole('button', { name: 'Save invoice' }).click();
  await expect(app.locator('.ant-message-notice')).toHaveText('Invoice INV-0026 saved as a draft.');
  await expect(app.getByRole('heading', { name: 'Invoice INV-0026' })).toBeVisible();
  const after = await shared.call('interact', { actions: [{ type: 'setState', key: 'x', value: 2 }] });
  expect(after.text).toContain('INV-0026');
});

test('a person goes through the app: a menu, a table, a dialog that needs approval', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  // The app has no logo of its own.
  const logo = app.getByRole('img', { name: 'Lowdefy' });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await app.getByRole('menuitem', { name: 'Customers' }).click();
  await expect(app.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 18 } });
  await app.getByRole('button', { name: 'Void', exact: false }).first().click();
  await expect(app.locator('.ant-modal')).toBeVisible();
  await app.locator('[id="bl-void_reason"] textarea, [id="bl-void_reason"] input').fill('Twice');
  await app.locator('.ant-modal-footer .ant-btn-primary, .ant-modal-footer button').last().click();
  // Outside the frame, where the app's code cannot reach.
  const dialog = page.getByRole('dialog', { name: 'Do this?' });
  await expect(dialog).toBeVisible();
  expect(shared.statusOf(18)).not.toBe('void');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(app.locator('.ant-modal')).toBeHidden();
  await expect.poll(() => shared.statusOf(18)).toBe('void');
});

test('what a person types stays theirs while the agent works around it', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.call('interact', {
    actions: [
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
      { type: 'setValue', blockId: 'line_items.0.description', value: 'First' },
    ],
  });
  const app = await shared.openApp(page);
  const second = app.locator('[id="bl-line_items.1.description"] input');
  await second.pressSequentially('Sec');
  // The line above goes away in the middle of a word.
  await shared.call('interact', {
    actions: [{ type: 'callMethod', blockId: 'line_items', method: 'removeItem', args: [0] }],
  });
  await expect(second).toHaveCount(0);
  const first = app.locator('[id="bl-line_items.0.description"] input');
  await expect(first).toHaveValue('Sec');
  await expect(first).toBeFocused();
  await page.keyboard.type('ond');
  await expect(first).toHaveValue('Second');
  await shared.call('interact', { actions: [{ type: 'setValue', blockId: 'notes', value: 'Meanwhile' }] });
  await expect(app.locator('#bl-notes textarea')).toHaveValue('Meanwhile');
  await expect(first).toHaveValue('Second');
  await expect
    .poll(async () => (await shared.call('get_state', {})).text)
    .toMatch(/"description": ?"Second"/);
});
