import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { copyFlights } from '../integration/ask/flights.ts';
import { expectAccessible } from './expect-accessible.ts';
import { test } from './lowdefy/app-test.ts';

const CONTACTS = fileURLToPath(new URL('../../examples/contacts/apps', import.meta.url));

/** In light and in dark, wide and on a phone. */
async function expectGood(page: Page, { strictly = true } = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { strictly });
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('axe finds nothing on any page, in light and in dark, and none is wider than a phone', async ({
  page,
  served,
  prepared,
}) => {
  cpSync(CONTACTS, join(served.dir, 'apps'), { recursive: true });
  copyFlights(served.dir);
  cpSync(prepared, join(served.dir, 'invoices'), { recursive: true });
  await served.start('areas: [lowdefy, live, ask, chat]');
  const agent = await served.agent();
  const call = (name: string, args: Record<string, unknown>) => agent.callTool({ name, arguments: args });
  const { structuredContent } = await call('session_create', { name: 'Acme', pageId: 'invoices' });
  const { sessionId } = structuredContent as { sessionId: string };
  await call('ui_display', { name: 'contacts' });
  const origin = `http://localhost:${served.ui}`;
  await served.open(page);
  await expect(page.getByRole('link', { name: 'Acme' })).toBeVisible();
  await page.goto(`${origin}/asks`);
  await expect(page.getByText('No open questions')).toBeVisible();
  await expectGood(page);

  await call('book_flight', { from: 'New York', destination: 'Lisbon' });
  await expect(page).toHaveTitle('(1) Questions · Tandem');
  await expectGood(page);
  await page.getByRole('link', { name: /^Select a flight/ }).click();
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible();
  await expectGood(page);

  await page.goto(`${origin}/`);
  await expect(page).toHaveTitle('(1) Tandem');
  // What waits for the person comes first.
  await expect(page.locator('.row').first()).toContainText('Waiting for you');
  await page.getByText('Connect an agent').click();
  await page.getByText('Server', { exact: true }).click();
  await expectGood(page);
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(page.getByLabel('Page', { exact: true })).toBeEnabled();
  await expectGood(page);

  await page.goto(`${origin}/chat`);
  await expect(page.getByRole('heading', { name: 'What can I do for you?' })).toBeVisible();
  await expectGood(page);
  await page.goto(`${origin}/console`);
  await expect(page.getByLabel('Session', { exact: true })).toContainText('Contacts');
  await page.getByLabel('Lua').fill('error("no")');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('#output .error')).toBeVisible();
  await expectGood(page);
  await page.goto(`${origin}/apps/${sessionId}?view=plain`);
  // The table is wider than a phone, and scrolls by itself.
  await expect(page.getByRole('table')).toBeVisible();
  await expectGood(page);
  await page.setViewportSize({ width: 390, height: 800 });
  const table = page.locator('.scroll-x').first();
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${origin}/apps/${sessionId}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Invoices' }).first()).toBeVisible();
  await expectGood(page, { strictly: false });
  await page.goto(`${origin}/live/1/`);
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
  await expectGood(page, { strictly: false });
  await page.getByRole('button', { name: 'Chat' }).click();
  await expectGood(page, { strictly: false });

  // A page of ours at the other name of this machine, with and without a cookie there, is found at the right one.
  await page.goto(`http://127.0.0.1:${served.ui}/apps/${sessionId}?view=plain`);
  await expect(page.getByRole('heading', { name: 'Acme' })).toBeVisible();
  expect(page.url()).toBe(`${origin}/apps/${sessionId}?view=plain`);
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await page.goto(`http://127.0.0.1:${served.ui}/apps/${sessionId}?view=plain`);
  expect(page.url()).toBe(`${origin}/apps/${sessionId}?view=plain`);
  await page.goto(`http://127.0.0.1:${served.ui}/1/`);
  await expect(page.getByText('Ada Lovelace')).toBeVisible();

  await page.goto(`${origin}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Nothing at this address' })).toBeVisible();
  await expectGood(page);
  await page.getByRole('link', { name: 'All sessions' }).click();
  await expect(page.getByRole('link', { name: 'Acme' })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${origin}/asks`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectGood(page);
  // Signed in in another tab, this one continues when the person comes back to it.
  const other = await page.context().newPage();
  await served.open(other);
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('link', { name: /^Select a flight/ })).toBeVisible();
});

test('a person begins a session and hands it over to an agent', async ({ page, served, prepared }) => {
  cpSync(prepared, served.dir, { recursive: true });
  await served.start('');
  await served.open(page);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByLabel('Page').selectOption({ label: 'New invoice' });
  await expect(dialog.getByLabel('What it is about')).toHaveValue('New invoice');
  await dialog.getByLabel('What it is about').fill('Invoice for Acme');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'New invoice' })).toBeVisible();

  const agent = await served.agent();
  const { structuredContent } = await agent.callTool({ name: 'session_list', arguments: {} });
  const [found] = (structuredContent as { sessions: Record<string, string>[] }).sessions;
  expect(found).toMatchObject({ name: 'Invoice for Acme', status: 'open', pageId: 'create_invoice' });
  const other = await page.context().newPage();
  await served.open(other);
  const row = other.locator('.row').filter({ hasText: 'Invoice for Acme' });
  await expect(row).toContainText('You opened');
  // They have its page open.
  await expect(row.locator('.actor')).toHaveText(['You']);
  await agent.callTool({
    name: 'interact',
    arguments: {
      sessionId: found?.sessionId,
      actions: [{ type: 'setValue', blockId: 'notes', value: 'Thanks' }],
    },
  });
  await expect(row).toContainText('Agent set Notes');
  await expect(row.locator('.actor')).toHaveText(['Agent', 'You']);
});
