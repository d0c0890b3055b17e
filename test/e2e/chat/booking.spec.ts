import { expect, type Locator } from '@playwright/test';
import { ticketsIn } from '../../integration/ask/flights.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { copyExample, createUser, test } from './chat-test.ts';

const WISH = 'Please book a flight from New York to Lisbon';

test('a whole booking: flight, seat, ticket, and the chat continues', async ({
  served,
  chat,
  page,
  troubles,
}) => {
  // A cabin of 180 seats takes the accessibility checker a while.
  test.slow();
  copyExample(served.dir);
  await served.start();
  await chat.open();
  await expect(page.getByText('book_flight')).toBeVisible();
  await expectAccessible(page);
  await chat.say(WISH);
  await expect(chat.messages.getByText(WISH)).toBeVisible();

  await expect(page.getByRole('img', { name: 'Airplane' })).toBeVisible();
  await expect(chat.flight('CloudAir')).toContainText(/CA-\d+/);
  await expect(chat.flight('CloudAir')).toContainText(/\$\d+/);
  await expectAccessible(page);
  await chat.flight('CloudAir').click();
  await expect(chat.flight('CloudAir')).toHaveAttribute('aria-pressed', 'true');
  await expect(chat.flight('CloudAir')).toBeDisabled();
  await expect(chat.flight('SkyHigh')).toBeDisabled();

  const taken = page.getByRole('radio', { name: 'taken' }).first();
  await expect(taken).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Choose a seat' })).toBeDisabled();
  await taken.click({ force: true });
  await expect(page.getByRole('button', { name: 'Choose a seat' })).toBeDisabled();
  await chat.seat('12A').click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm seat 12A' }).click();

  await expect(chat.call('book_flight').getByText('done')).toBeVisible();
  await expect(chat.messages).toContainText(/TKT-\d{8}/);
  await expect(page.getByText('Seat 12A', { exact: true })).toBeVisible();
  expect(ticketsIn(served.dir)).toMatchObject([{ seat: '12A', flight: expect.stringMatching(/^CA-/) }]);
  await expectAccessible(page);

  await chat.say('Thank you');
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(2);
  await expect(page.getByRole('article', { name: 'Assistant' }).last()).toContainText(/script/i);

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'What happened' });
  await expect(history).toContainText('You wrote: Thank you');
  await expect(history).toContainText('Assistant called book_flight');
  await expect(history).toContainText(`You wrote: ${WISH}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'History' }).click();
  expect(troubles.list).toEqual([]);
});

test('by keyboard alone, from the first key to the ticket', async ({ served, chat, page }) => {
  copyExample(served.dir);
  await served.start();
  await chat.open();
  await tabTo(chat.composer);
  await page.keyboard.type(WISH);
  await page.keyboard.press('Enter');
  await expect(chat.flight('CloudAir')).toBeEnabled();
  await tabTo(chat.flight('CloudAir'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radiogroup', { name: 'Seats' })).toBeVisible();
  await tabTo(page.getByRole('radio', { name: /^1A/ }));
  for (let row = 1; row < 12; row++) await page.keyboard.press('ArrowDown');
  await expect(chat.seat('12A')).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page.getByRole('button', { name: 'Confirm seat 12A' }));
  await page.keyboard.press('Enter');
  await expect(chat.messages).toContainText(/TKT-\d{8}/);
  expect(ticketsIn(served.dir)).toMatchObject([{ seat: '12A' }]);
});

for (const [button, words, because] of [
  ['Decline', 'You declined this.', 'decline'],
  ['Cancel', 'You cancelled this.', 'cancel'],
] as const)
  test(`${button}: the tool is told, and the chat continues`, async ({ served, chat, page }) => {
    copyExample(served.dir);
    await served.start();
    await chat.open();
    await chat.say(WISH);
    await chat.call('book_flight').getByRole('button', { name: button }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(chat.call('book_flight').getByText('done')).toBeVisible();
    await chat.call('book_flight').getByText('Result').click();
    await expect(chat.call('book_flight')).toContainText(`The flight was not chosen (${because}).`);
    expect(ticketsIn(served.dir)).toEqual([]);
    await chat.say(WISH);
    await expect(chat.flight('SkyHigh')).toBeEnabled();
  });

test('a reload in the middle shows the same question and the earlier answers', async ({
  served,
  chat,
  page,
}) => {
  copyExample(served.dir);
  await served.start();
  await chat.open();
  await chat.say(WISH);
  const flight = await chat.flight('Meridian').textContent();
  await expect(page).toHaveURL(/\/chat\/sess_/);
  await page.reload();
  await expect(chat.flight('Meridian')).toHaveText(flight ?? '');
  await chat.flight('Meridian').click();
  await expect(chat.seat('12A')).toBeVisible();
  await page.reload();
  await expect(chat.flight('Meridian')).toHaveAttribute('aria-pressed', 'true');
  await expect(chat.flight('SkyHigh')).toBeDisabled();
  await chat.seat('12A').click();
  await page.getByRole('button', { name: 'Confirm seat 12A' }).click();
  await expect(chat.messages).toContainText(/TKT-\d{8}/);
  await page.reload();
  await expect(page.getByText('Seat 12A', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  expect(ticketsIn(served.dir)).toHaveLength(1);
});

test('two tabs show the same question; an answer in one settles the other', async ({
  served,
  chat,
  page,
  context,
}) => {
  copyExample(served.dir);
  await served.start();
  await chat.open();
  await chat.say(WISH);
  await expect(chat.flight('SkyHigh')).toBeEnabled();
  const other = createUser(served, await context.newPage());
  await other.page.goto(page.url());
  await expect(other.flight('SkyHigh')).toBeEnabled();
  await other.flight('SkyHigh').click();
  await expect(chat.flight('SkyHigh')).toHaveAttribute('aria-pressed', 'true');
  await expect(chat.flight('CloudAir')).toBeDisabled();
  await chat.seat('12A').click();
  await page.getByRole('button', { name: 'Confirm seat 12A' }).click();
  await expect(other.page.getByText('Seat 12A', { exact: true })).toBeVisible();
  for (const { messages } of [chat, other]) await expect(messages).toContainText(/TKT-\d{8}/);
  expect(ticketsIn(served.dir)).toHaveLength(1);
});

test('the server is killed between flight and seat', async ({ served, chat, page }) => {
  copyExample(served.dir);
  await served.start();
  await chat.open();
  await chat.say(WISH);
  await chat.flight('SkyHigh').click();
  await expect(chat.seat('12A')).toBeVisible();
  await chat.seat('12A').click();
  const confirm = page.getByRole('button', { name: 'Confirm seat 12A' });
  await served.restart(async () => {
    await expect(page.getByText('The server is not reachable. Reconnecting…')).toBeVisible();
    await confirm.click();
    await expect(page.getByText('The server is not reachable. Try again in a moment.')).toBeVisible();
  });
  await expect(page.getByText('The server is not reachable.')).toHaveCount(0);
  await chat.seat('12A').click();
  await confirm.click();
  await expect(chat.messages).toContainText(/TKT-\d{8}/);
  await expect(page.getByText('Seat 12A', { exact: true })).toBeVisible();
  expect(ticketsIn(served.dir)).toHaveLength(1);
});

test('past conversations are listed, reopened and deleted', async ({ served, chat, page }) => {
  copyExample(served.dir);
  await served.start();
  await chat.open();
  await chat.say('Hello there');
  await expect(page.getByRole('article', { name: 'Assistant' })).toBeVisible();
  await page.getByRole('link', { name: 'New', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await chat.say(WISH);
  await expect(chat.flight('SkyHigh')).toBeEnabled();
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await list.getByRole('link', { name: 'Hello there' }).click();
  await expect(chat.messages.getByText('Hello there')).toBeVisible();
  await expect(chat.flight('SkyHigh')).toHaveCount(0);
  await page.goBack();
  await expect(chat.flight('SkyHigh')).toBeEnabled();
  await list.getByRole('button', { name: 'Delete “Hello there' }).click();
  await expect(list.getByRole('link', { name: 'Hello there' })).toHaveCount(0);
});

test('a narrow and dark window', async ({ served, chat, page }) => {
  test.slow();
  copyExample(served.dir);
  await served.start();
  await page.setViewportSize({ width: 360, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await chat.open();
  await chat.say(WISH);
  await expect(chat.flight('SkyHigh')).toBeEnabled();
  await expectAccessible(page);
  await chat.flight('SkyHigh').click();
  await chat.seat('12A').click();
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Conversations' }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: WISH.slice(0, 20) })).toBeVisible();
  await expectAccessible(page);
});

/** As often as needed with only the Tab key. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses++)
    await target.page().keyboard.press(key);
  await expect(target).toBeFocused();
}
