import { readFile } from 'node:fs/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { createSession, type Served, test } from './served.ts';

const GRACE = 'key-of-grace-0001';
const ADA = 'key-of-ada-0000001';
const BEN = 'key-of-ben-0000001';

const YAML = `
mcp:
  admin: { roles: [admin] }
  auth:
    type: api_key
    keys:
      - { key: ${GRACE}, for: person, user: { id: grace, name: Grace, roles: [admin] } }
      - { key: ${ADA}, user: { id: ada@example.com, name: Ada } }
      - { key: ${BEN}, user: { id: ben@example.com, name: Ben } }
`;

const SHOTS = process.env.TANDEM_SCREENSHOTS;

async function agentOf(served: Served, key: string): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${served.mcp}/mcp`), { requestInit }),
  );
  return client;
}

async function signIn(page: Page, served: Served, key: string): Promise<void> {
  await page.goto(`http://localhost:${served.ui}/`);
  await page.getByLabel('Your key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('status')).toHaveText('Connected');
}

async function shoot(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  for (const [size, width] of [
    ['wide', 1280],
    ['phone', 390],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      if (colorScheme === 'dark') await expectAccessible(page);
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isWider).toBe(false);
      if (SHOTS)
        await page.screenshot({ path: `${SHOTS}/admin-${name}-${size}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('an administrator finds, ends and exports sessions of others', async ({ page, served, troubles }) => {
  await served.start(YAML);
  await signIn(page, served, GRACE);
  await page.getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByText('Nobody has sessions yet')).toBeVisible();
  await shoot(page, 'empty');

  // They appear by themselves.
  const [ada, ben] = [await agentOf(served, ADA), await agentOf(served, BEN)];
  const cakes = await createSession(ada, 'Order cakes', 'For the party on Friday');
  await createSession(ada, 'Quarterly report');
  await createSession(ben, 'Invoices <b>2026</b>');
  const adas = page.getByRole('region', { name: 'Sessions of ada@example.com' });
  await expect(adas.getByText('Order cakes', { exact: true })).toBeVisible();
  await expect(adas.getByText('2 open of 2 shown')).toBeVisible();
  await expect(page.getByText('Invoices <b>2026</b>')).toBeVisible();

  await page.getByLabel('Search').fill('ben@');
  await expect(adas).toBeHidden();
  await page.getByLabel('Search').fill('');
  await page.getByRole('button', { name: 'ada@example.com', exact: true }).click();
  await expect(page.getByText('Invoices <b>2026</b>')).toBeHidden();
  await page.getByRole('button', { name: /Only ada@example.com/ }).click();
  await page.getByLabel('State').selectOption('closed');
  await expect(page.getByText('No sessions fit')).toBeVisible();
  await page.getByLabel('State').selectOption('');

  await adas.getByRole('button', { name: 'End Order cakes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('End “Order cakes” of ada@example.com?');
  await shoot(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await adas.getByRole('button', { name: 'End Order cakes' }).click();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('Ended “Order cakes”.')).toBeVisible();
  await expect(adas.getByText('ended by Grace')).toBeVisible();
  await shoot(page, 'normal');

  const listed = await ada.callTool({ name: 'session_list', arguments: { status: 'closed' } });
  expect(JSON.stringify(listed.content)).toContain(cakes);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^audit-.+\.jsonl$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  const trail = lines.map((line) => JSON.parse(line) as { session: string; what: string });
  expect(trail.filter(({ session }) => session === cakes).map(({ what }) => what)).toEqual([
    'admin.end',
    'create',
    'end',
  ]);
  await page.getByLabel('From').fill('2026-02-02');
  await page.getByLabel('To', { exact: true }).fill('2026-02-01');
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('The first day must not be after the last.')).toBeVisible();
  expect(troubles.list).toEqual([]);
  await Promise.all([ada.close(), ben.close()]);
});

test('to users without the role, the page is missing', async ({ page, served }) => {
  await served.start(YAML);
  const ada = await agentOf(served, ADA);
  await createSession(ada, 'Order cakes');
  await signIn(page, served, ADA);
  await expect(page.getByRole('link', { name: 'Admin' })).toBeHidden();
  const missing = await page.goto(`http://localhost:${served.ui}/admin`);
  expect(missing?.status()).toBe(404);
  await ada.close();
});
