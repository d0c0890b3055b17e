import { expect, type Page } from '@playwright/test';
import { done, test } from './app-test.ts';

const list = (method: string, ...args: number[]) => ({
  type: 'callMethod',
  blockId: 'line_items',
  method,
  ...(args.length > 0 && { args }),
});
const name = (index: number, value: string) => ({
  type: 'setValue',
  blockId: `line_items.${index}.description`,
  value,
});
const THREE = [
  ...['pushItem', 'pushItem', 'pushItem'].map((method) => list(method)),
  ...['First', 'Second', 'Third'].map((value, index) => name(index, value)),
];

/** Holds back what the page sends, until the returned function is called. */
async function holdBack(page: Page): Promise<{ sent: Promise<void>; release(): Promise<void> }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let tell = () => {};
  const sent = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route('**/api/apps/*/calls', async (route) => {
    tell();
    await released;
    await route.continue();
  });
  return {
    sent,
    async release() {
      release();
      await page.unroute('**/api/apps/*/calls', { behavior: 'wait' } as never).catch(() => {});
    },
  };
}

test.beforeEach(async ({ shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.call('interact', { actions: THREE });
});

test('text, focus and cursor stay with the item that the person is typing in', async ({ page, shared }) => {
  const app = await shared.openApp(page);
  const field = (index: number) => app.locator(`[id="bl-line_items.${index}.description"] input`);
  const values = async () => Promise.all([0, 1, 2].map((index) => field(index).inputValue()));
  await field(1).fill('Se-nd');
  await field(1).evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
  // It moves down, an item comes before it, and the one above it goes.
  await shared.call('interact', { actions: [list('moveItemDown', 1)] });
  await expect.poll(values).toEqual(['First', 'Third', 'Se-nd']);
  await expect(field(2)).toBeFocused();
  await page.keyboard.type('c');
  await shared.call('interact', { actions: [list('unshiftItem')] });
  await expect(field(3)).toHaveValue('Se-cnd');
  await expect(field(3)).toBeFocused();
  await page.keyboard.type('o');
  await shared.call('interact', { actions: [list('removeItem', 0), list('removeItem', 0)] });
  await expect(field(1)).toHaveValue('Se-cond');
  await expect(field(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(field(1)).toHaveValue('Second');
  await expect.poll(async () => (await shared.call('get_state')).text).toContain('"description":"Second"');
  await expect(field(0)).toHaveValue('Third');
});

test('what a person typed in an item that the agent removes is kept for them', async ({ page, shared }) => {
  const app = await shared.openApp(page);
  const field = app.locator('[id="bl-line_items.1.description"] input');
  await expect(field).toHaveValue('Second');
  const { sent, release } = await holdBack(page);
  await field.fill('My own words');
  await sent;
  await shared.call('interact', { actions: [list('removeItem', 1)] });
  await release();
  const notice = page.locator('.notice');
  await expect(notice).toContainText('Description (removed in the meantime): “My own words”');
  await expect(field).toHaveValue('Third');
  await notice.getByRole('button', { name: 'Discard' }).click();
  await expect(notice).toHaveCount(0);
});

test('a person removes the item that they saw, wherever it is by then, or none', async ({ page, shared }) => {
  const app = await shared.openApp(page);
  const remove = (index: number) =>
    app.locator('#bl-line_items .ant-list-item, #bl-line_items li').nth(index).locator('svg').last();
  const first = app.locator('[id="bl-line_items.0.description"] input');
  await expect(app.locator('[id="bl-line_items.2.description"] input')).toHaveValue('Third');

  const one = await holdBack(page);
  await remove(1).click();
  await one.sent;
  await shared.call('interact', { actions: [list('removeItem', 0)] });
  await one.release();
  await expect(first).toHaveValue('Third');
  expect((await shared.call('get_state')).text).not.toContain('First');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(done(page).first()).toContainText('You removed an item from Lines');

  await shared.call('interact', { actions: [list('pushItem'), name(1, 'Last')] });
  await expect(app.locator('[id="bl-line_items.1.description"] input')).toHaveValue('Last');
  const two = await holdBack(page);
  await remove(0).click();
  await two.sent;
  await shared.call('interact', { actions: [list('removeItem', 0)] });
  await two.release();
  await expect(page.getByRole('alert')).toContainText(
    'This item was removed in the meantime, so nothing was done.',
  );
  await expect(first).toHaveValue('Last');
  expect((await shared.call('get_state')).text).toContain('Last');
});
