import { cpSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Browser, expect, type Page } from '@playwright/test';
import { writeSignOffTool } from '../integration/sharing/sign-off-tool.ts';
import { expectAccessible } from './expect-accessible.ts';
import { test as base, done } from './lowdefy/app-test.ts';
import type { Served } from './served.ts';

const KEYS = `mcp:
  auth:
    type: api_key
    keys:
      - { key: agent-of-ann-0123456789, for: agent, name: assistant, user: { id: ann, name: Ann } }
      - { key: page-of-ann-0123456789, for: person, user: { id: ann, name: Ann } }
      - { key: page-of-ben-0123456789, for: person, user: { id: ben, name: Ben } }
`;

type Call = (
  name: string,
  args?: Record<string, unknown>,
) => Promise<{ structured: Record<string, unknown>; text: string }>;

const test = base.extend<{ call: Call }>({
  call: async ({ served, prepared }, use) => {
    cpSync(prepared, served.dir, { recursive: true });
    writeSignOffTool(served.dir);
    await served.start(KEYS);
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { Authorization: 'Bearer agent-of-ann-0123456789' } };
    const url = new URL(`http://127.0.0.1:${served.mcp}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    await use(async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const text = (result.content as { text?: string }[])[0]?.text ?? '';
      expect(result.isError, text).toBeFalsy();
      return { structured: result.structuredContent as Record<string, unknown>, text };
    });
    await client.close();
  },
});

async function signIn(browser: Browser, served: Served, who: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://localhost:${served.ui}/`);
  await page.getByLabel('Your key').fill(`page-of-${who}-0123456789`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('status')).toHaveText('Connected');
  return page;
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.TANDEM_SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test('a person shares a session on its page; another uses it under their own name, until it ends', async ({
  browser,
  served,
  call,
}) => {
  const { structured } = await call('session_create', { name: 'Q4 invoices', pageId: 'create_invoice' });
  const path = `http://localhost:${served.ui}/apps/${structured.sessionId}`;
  const ann = await signIn(browser, served, 'ann');
  const ben = await signIn(browser, served, 'ben');
  await expect(ben.getByText('No sessions yet')).toBeVisible();
  await ben.goto(path);
  await expect(ben.getByText('Session not found, or it is not shared with you.')).toBeVisible();
  await ben.goto(`http://localhost:${served.ui}/`);

  await ann.getByRole('link', { name: 'Q4 invoices' }).click();
  const annsApp = ann.frameLocator('iframe');
  await ann.getByRole('button', { name: 'History' }).click();
  await ann.getByRole('button', { name: 'Share' }).click();
  const panel = ann.getByRole('region', { name: 'Sharing' });
  await expect(panel.getByText('Nobody else.')).toBeVisible();
  await panel.getByLabel('User id').fill('ben');
  await panel.getByRole('button', { name: 'Share' }).click();
  await expect(panel.getByRole('listitem')).toContainText('ben may watch');
  await expectAccessible(ann);
  await photograph(ann, 'share-owner');

  const row = ben.locator('.row').filter({ hasText: 'Q4 invoices' });
  await expect(row).toContainText('Ann shares this with you, to watch');
  await photograph(ben, 'share-list');
  await row.getByRole('link', { name: 'Q4 invoices' }).click();
  await expect(ben.getByText('Ann lets you watch')).toBeVisible();
  const bensApp = ben.frameLocator('iframe');
  await expect(bensApp.getByRole('heading', { name: 'New invoice' })).toBeVisible();
  await expect(ben.locator('iframe')).toHaveAttribute('inert');
  await expect(done(ann).first()).toContainText('Ben opened the session');
  await photograph(ben, 'share-guest');

  await panel.getByLabel('User id').fill('ben');
  await panel.getByLabel('May').selectOption('use it');
  await panel.getByRole('button', { name: 'Share' }).click();
  await expect(panel.getByRole('listitem')).toContainText('ben may use it');
  await expect(ben.getByText('Ann shares this with you')).toBeVisible();
  await expect(ben.locator('iframe')).not.toHaveAttribute('inert');
  await bensApp.locator('#bl-notes textarea').fill('By Ben');
  await expect(annsApp.locator('#bl-notes textarea')).toHaveValue('By Ben');
  await expect(done(ann).first()).toContainText('Ben set Notes to By Ben');
  await ben.getByRole('button', { name: 'History' }).click();
  await expect(done(ben).first()).toContainText('You set Notes to By Ben');
  await ben.setViewportSize({ width: 390, height: 844 });
  await ann.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(ann);
  await photograph(ben, 'share-guest-phone');
  await photograph(ann, 'share-owner-phone');

  await panel.getByRole('button', { name: 'Stop sharing with ben' }).click();
  await expect(panel.getByText('Nobody else.')).toBeVisible();
  await expect(ben.getByText('Session not found, or it is not shared with you.')).toBeVisible();
});

test('a question for another person is answered by them, and shown under their name', async ({
  browser,
  served,
  call,
}) => {
  const ann = await signIn(browser, served, 'ann');
  const ben = await signIn(browser, served, 'ben');
  await ben.getByRole('link', { name: 'Questions' }).click();
  await expect(ben.getByText('No open questions')).toBeVisible();
  const { askId } = JSON.parse((await call('sign_off', { amount: 250, user: 'ben' })).text) as {
    askId: string;
  };
  const question = ben.getByRole('link', { name: 'Sign off 250?' });
  await expect(ben.getByText('sign_off for Ann')).toBeVisible();

  await ann.goto(`http://localhost:${served.ui}/asks`);
  await expect(ann.getByText('waiting for ben')).toBeVisible();
  await photograph(ann, 'ask-list-owner');
  await ann.getByRole('link', { name: 'Sign off 250?' }).click();
  await expect(ann.getByText('Waiting for ben.')).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Send' })).toHaveCount(0);
  await expectAccessible(ann);
  await photograph(ann, 'ask-owner');

  await question.click();
  await expect(ben.getByText('For Ann')).toBeVisible();
  await ben.getByLabel('note').fill('Fine');
  await photograph(ben, 'ask-addressee');
  await ben.getByRole('button', { name: 'Send' }).click();
  await expect(ben.getByText('You answered this.')).toBeVisible();
  await expect(ann.getByText('Ben answered this.')).toBeVisible();
  await ann.setViewportSize({ width: 390, height: 844 });
  await photograph(ann, 'ask-answered-phone');
  const { structured } = await call('ask_result', { askId, waitSeconds: 50 });
  expect(structured).toMatchObject({ status: 'done', result: 'Signed: Fine' });
});
