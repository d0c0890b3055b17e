import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { createSession, test } from './served.ts';

const row = (page: Page, name: string) => page.locator('.row').filter({ hasText: name });
const open = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Open sessions' }).locator('.row').filter({ hasText: name });

test('sessions of agents appear and end on the page by themselves', async ({ page, served, troubles }) => {
  await served.start();
  await served.open(page);
  await expect(page.getByRole('status')).toHaveText('Connected');
  expect(page.url()).toBe(`http://localhost:${served.ui}/`);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dataset.notReloaded = 'yes';
  });

  const http = await served.agent('http');
  const sessionId = await createSession(http, 'Over HTTP', 'Quarter one');
  await expect(open(page, 'Over HTTP')).toContainText('Quarter one');
  await expect(page.getByText('No sessions yet')).toBeHidden();

  const stdio = await served.agent('stdio');
  await createSession(stdio, 'Over stdio');
  await expect(open(page, 'Over stdio')).toBeVisible();

  await stdio.callTool({ name: 'session_close', arguments: { sessionId } });
  await expect(row(page, 'Over HTTP')).toContainText('closed');
  await expect(open(page, 'Over stdio')).toBeVisible();

  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded', 'yes');
  await page.getByText('Server', { exact: true }).click();
  const server = page.getByRole('region', { name: 'Server' });
  await expect(server.getByText(served.dir, { exact: true })).toBeVisible();
  await expect(server.getByText(`http://127.0.0.1:${served.mcp}/mcp`)).toBeVisible();
  expect(troubles.list).toEqual([]);
});

test('the page reconnects to a server that was killed and restarted', async ({ page, served }) => {
  await served.start();
  await served.open(page);
  await createSession(await served.agent(), 'Before');
  await expect(row(page, 'Before')).toBeVisible();
  await served.restart(async () => {
    await expect(page.getByText('The server is not reachable. Reconnecting…')).toBeVisible();
    // What was there stays.
    await expect(row(page, 'Before')).toBeVisible();
  });
  await expect(page.getByText('Reconnecting')).toHaveCount(0);
  await expect(open(page, 'Before')).toBeVisible();
  await createSession(await served.agent(), 'After');
  await expect(row(page, 'After')).toBeVisible();
});

test('a page whose cookie is no longer valid shows how to sign in', async ({ page, served }) => {
  await served.start();
  await served.open(page);
  await expect(page.getByRole('status')).toHaveText('Connected');
  await served.restart(async () => rmSync(join(served.dir, '.tandem', 'ui-token')));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('names that contain HTML are shown literally, and nothing in them runs', async ({
  page,
  served,
  troubles,
}) => {
  const names = [
    '<img src=x onerror="document.title=1">',
    '<script>document.title = 2</script>',
    '"><svg onload=document.title=3>',
    "</td></table><iframe src='javascript:parent.document.title=4'>",
    '{{constructor.constructor("document.title=5")()}}',
    '\u202ehtml.evil',
  ];
  await served.start();
  const agent = await served.agent();
  for (const name of names) await createSession(agent, name, name);
  await served.open(page);
  await expect(page.locator('.row')).toHaveCount(names.length);
  const titles = await page.locator('.row-title').allTextContents();
  expect(titles.sort()).toEqual([...names].sort());
  const more = await page.locator('.row-more').allTextContents();
  expect(more.map((text) => text.slice(1)).sort()).toEqual([...names].sort());
  await expect(page.locator('.rows :is(img, script, svg, iframe)')).toHaveCount(0);
  await expect(page).toHaveTitle('Tandem');
  expect(troubles.list).toEqual([]);
});

test('an injected script does not run', async ({ page, served, troubles }) => {
  await served.start();
  await served.open(page);
  await expect(page.getByRole('status')).toHaveText('Connected');
  expect(troubles.list).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "inline"';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="document.title = 1">');
  });
  await expect.poll(() => troubles.list).toContain('script-src-elem: inline');
  await expect.poll(() => troubles.list).toContain('script-src-attr: inline');
  await expect(page).toHaveTitle('Tandem');
});

test.describe('small and dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('everything fits, and is light on dark', async ({ page, served }) => {
    await served.start();
    const agent = await served.agent();
    await createSession(agent, 'x'.repeat(200), 'A description that is longer than the screen is wide');
    await createSession(agent, 'Invoices');
    await served.open(page);
    await expect(row(page, 'Invoices')).toBeVisible();
    await page.getByText('Connect an agent').click();
    await page.getByText('Server', { exact: true }).click();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    const color = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(color).toBe('rgb(230, 234, 240)');
  });
});

test('the page has landmarks and headings, and nothing that axe finds', async ({ page, served }) => {
  await served.start();
  await createSession(await served.agent(), 'Invoices');
  await served.open(page);
  await expect(row(page, 'Invoices')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tandem');
  await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('list')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expectAccessible(page);
});

test('closing a session is asked in a dialog that keeps the focus and leaves with Escape', async ({
  page,
  served,
}) => {
  await served.start();
  await createSession(await served.agent(), 'Invoices');
  await served.open(page);
  const close = page.getByRole('button', { name: 'Close Invoices' });
  await close.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close “Invoices”?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    // The browser's own controls come between; the page behind never does.
    expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(close).toBeFocused();
  await close.click();
  await page.getByRole('button', { name: 'Close session' }).click();
  await expect(row(page, 'Invoices')).toContainText('closed');
});

test('every client has its configuration, ready to copy', async ({ page, served, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await served.start();
  await served.open(page);
  for (const client of [
    'Claude Code',
    'Claude Desktop',
    'Cursor',
    'VS Code',
    'Windsurf',
    'Codex',
    'Gemini CLI',
  ]) {
    await page.getByRole('button', { name: client, exact: true }).click();
    await page.getByRole('button', { name: `Copy the configuration for ${client}` }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(served.dir);
    expect(copied).toContain('cli/main.js');
  }
});

test('an agent on stdio alone opens the page as well', async ({ page, served }) => {
  const agent = await served.agent('stdio');
  await createSession(agent, 'Alone');
  await expect.poll(() => served.address()).toMatch(/^http:\/\/localhost:\d+\/\?code=/);
  await served.open(page);
  await expect(open(page, 'Alone')).toBeVisible();
});

test('what cannot be built is shown with file and line, until it is fixed', async ({
  page,
  served,
  troubles,
}) => {
  const app = join(served.dir, 'shop');
  mkdirSync(app);
  const write = (type: string) =>
    writeFileSync(
      join(app, 'lowdefy.yaml'),
      `lowdefy: 4.0.0-rc.11\npages:\n  - id: home\n    type: Box\n    blocks:\n      - _ref: ${type}.yaml\n`,
    );
  const problems = page.getByRole('region', { name: 'Problems' });
  writeFileSync(join(app, 'there.yaml'), 'id: there\ntype: TextInput\n');
  // Broken from the start: it is fixed without a call from an agent.
  write('nowhere');
  await served.start(undefined, { args: ['--watch'] });
  await served.open(page);
  await expect(problems).toContainText('shop');
  await expect(problems).toContainText('lowdefy.yaml:6: _ref names the file "nowhere.yaml"');
  write('there');
  await expect(problems).toBeHidden();
  // Broken while it runs.
  writeFileSync(join(app, 'there.yaml'), 'id: there\ntype: [\n');
  await expect(problems).toContainText('there.yaml:3');
  writeFileSync(join(app, 'there.yaml'), 'id: there\ntype: TextInput\n');
  await expect(problems).toBeHidden();
  expect(troubles.list).toEqual([]);
});
