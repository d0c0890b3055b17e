import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { createSession, test as onServer } from '../served.ts';
import { done, test } from './app-test.ts';

/** Pictures to look at, where a folder for them is named. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.TANDEM_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function downloaded(page: Page): Promise<{ text: string; lines: Record<string, unknown>[] }> {
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const text = readFileSync(await (await file).path(), 'utf8');
  const lines = text.split('\n').filter(Boolean);
  return { text, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('the time line says in words of the page who did what, and finds it again', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'invoice', urlQuery: { id: 3 } });
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.open(page);
  await expect(done(page).first()).toContainText(/^Agent opened New invoice/);
  await expect(done(page).nth(1)).toContainText(/^Agent opened Invoice INV-0003/);
  // One call is one group.
  await shared.call('interact', {
    actions: [
      { type: 'setValue', blockId: 'customer_id', value: 'Acme Tools' },
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
      { type: 'setValue', blockId: 'line_items.0.unit_price', value: 100 },
      { type: 'setValue', blockId: 'nothing_here', value: 1 },
    ],
  });
  const group = page.getByRole('list', { name: 'What happened' }).locator('> li').first();
  await expect(group).toContainText('Agent did 4 things');
  await expect(group.getByRole('listitem')).toContainText([
    'set Customer to Acme Tools',
    'added an item to',
    'set Unit price (€) to 100 in item 1',
    /could not set nothing here to 1.*not found|could not set nothing here to 1/i,
  ]);
  await page.getByLabel('Unit price (€) *').fill('120');
  await page.getByLabel('Notes').fill('Thanks');
  await page.getByLabel('Due date').first().focus();
  await expect(done(page).first()).toContainText('You set Notes to Thanks');
  // Before and after fold out by the keyboard, too.
  const price = done(page).filter({ hasText: 'You set Unit price' });
  await price.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(price.locator('dd')).toHaveText('100 → 120');

  // What the app says is the outcome; the requests that ran are there with theirs.
  await page.getByLabel('Description *').fill('Work');
  await page.getByLabel('Quantity *').fill('1');
  await page.getByRole('button', { name: 'Save invoice' }).click();
  const saved = done(page).first();
  await expect(saved).toContainText(
    /You clicked Save invoice and opened Invoice INV-\d+: Invoice INV-\d+ saved/,
  );
  await saved.locator('summary').click();
  await expect(saved.getByRole('list', { name: 'Requests' }).getByRole('listitem').first()).toContainText(
    /succeeded in \d+ m?s/,
  );

  await photograph(page, 'session');
  // Filters and words, alone and together.
  const filter = (name: string) => page.getByRole('button', { name, exact: true });
  await filter('Failed').click();
  await expect(done(page)).toHaveCount(1);
  await expect(done(page)).toContainText('Agent could not set nothing here');
  await filter('Failed').click();
  await filter('Requests').click();
  await expect(done(page).first()).toContainText('Save invoice');
  await filter('Agent').click();
  await filter('Requests').click();
  await expect(done(page).filter({ hasText: 'You' })).toHaveCount(0);
  await filter('Agent').click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('inv-0003 opened');
  await expect(done(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such thing');
  await expect(page.getByText('Nothing here matches.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(done(page).first()).toContainText('Save invoice');

  const { lines } = await downloaded(page);
  expect(lines[0]).toMatchObject({ verb: 'began', label: 'Monthly invoices' });
  expect(lines.map(({ text }) => String(text)).join('\n')).toMatch(/set Unit price \(€\) to 100 in item 1/);
});

test('a long history is read in pages, and all activity is shown as it happens', async ({
  page,
  shared,
  served,
  troubles,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await served.open(page);
  await page.getByRole('link', { name: 'Activity' }).first().click();
  await expect(page.getByRole('list', { name: 'Last in Monthly invoices' })).toContainText(
    'opened New invoice',
  );
  for (let n = 0; n < 60; n++)
    await shared.call('interact', {
      actions: [{ type: 'setValue', blockId: 'notes', value: `Note ${n}` }],
      view: 'none',
    });
  const last = page.getByRole('list', { name: 'Last in Monthly invoices' });
  await expect(last.getByRole('listitem').first()).toContainText('Agent set Notes to Note 59');
  const other = await createSession(shared.agent, 'Another one');
  await expect(page.getByRole('article').first()).toContainText('Another one');
  expect(other).toMatch(/^sess_/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await photograph(page, `activity-${colorScheme}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await photograph(page, 'activity-phone');
  await page.getByRole('link', { name: 'History of Monthly invoices' }).click();
  await expect(page.getByRole('heading', { name: 'Monthly invoices' })).toBeVisible();
  const all = page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await expect(all.first()).toContainText('Note 59');
  await expect(all.nth(49)).toContainText('Note 10');
  await expect(page.getByText('began Monthly invoices')).toBeHidden();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page.getByText('began Monthly invoices')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Earlier' })).toBeHidden();
  await expectAccessible(page);
  await photograph(page, 'history-phone');
  expect(troubles.list).toEqual([]);
});

const PASSWORD = 'hunter2-hunter2';
const SECRET = 'token-of-the-bank';

const APP = {
  lowdefy: '4.0.0-rc.11',
  name: 'Safe',
  connections: [
    {
      id: 'bank',
      type: 'AxiosHttp',
      properties: { baseURL: 'http://127.0.0.1:9/', headers: { key: { _secret: 'BANK' } } },
    },
  ],
  pages: [
    {
      id: 'home',
      type: 'Box',
      properties: { title: 'Safe' },
      requests: [
        {
          id: 'pay',
          type: 'AxiosHttp',
          connectionId: 'bank',
          payload: { password: { _state: 'password' } },
          properties: {
            url: { _nunjucks: { template: '/pay/{{ it }}', on: { it: { _secret: 'BANK' } } } },
            data: { _payload: 'password' },
          },
        },
      ],
      blocks: [
        { id: 'name', type: 'TextInput', properties: { title: 'Name' } },
        { id: 'password', type: 'PasswordInput', properties: { title: 'Password' } },
        {
          id: 'tell',
          type: 'Button',
          properties: { title: 'Tell' },
          events: {
            onClick: [
              {
                id: 'say',
                type: 'DisplayMessage',
                params: {
                  content: { '_string.concat': ['Your password is ', { _state: 'password' }] },
                  duration: 0,
                },
              },
            ],
          },
        },
        {
          id: 'pay_now',
          type: 'Button',
          properties: { title: 'Pay' },
          events: { onClick: [{ id: 'pay', type: 'Request', params: 'pay' }] },
        },
      ],
    },
  ],
};

onServer('passwords and secrets are in no time line, no push and no download', async ({ page, served }) => {
  writeFileSync(join(served.dir, 'lowdefy.yaml'), JSON.stringify(APP));
  process.env.LOWDEFY_SECRET_BANK = SECRET;
  await served.start('');
  delete process.env.LOWDEFY_SECRET_BANK;
  const agent = await served.agent();
  const sessionId = await createSession(agent, 'Safe work');
  const pushed: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void pushed.push(String(payload))),
  );
  await agent.callTool({ name: 'navigate', arguments: { sessionId, pageId: 'home' } });
  await served.open(page);
  await page.goto(`http://localhost:${served.ui}/history/${sessionId}`);
  await agent.callTool({
    name: 'interact',
    arguments: {
      sessionId,
      actions: [
        { type: 'setValue', blockId: 'name', value: 'Ann' },
        { type: 'setValue', blockId: 'password', value: PASSWORD },
        { type: 'setValue', blockId: 'password', value: `${PASSWORD}2` },
        { type: 'triggerEvent', blockId: 'tell', event: 'onClick' },
        { type: 'triggerEvent', blockId: 'pay_now', event: 'onClick' },
      ],
    },
  });
  const all = page.getByRole('list', { name: 'What happened' });
  await expect(all).toContainText('set Password to ••••');
  // The app may say it to the person at the screen; it is not kept.
  await expect(all).toContainText('clicked Tell: Your password is [secret]');
  await expect(all).toContainText('could not click Pay');
  await page.getByRole('button', { name: 'Requests' }).click();
  await expect(all.getByRole('listitem').first()).toContainText('could not click Pay');
  const { text } = await downloaded(page);
  expect(text).toContain('pay');
  for (const shown of [text, pushed.join('\n'), await page.content()]) {
    expect(shown).not.toContain(PASSWORD);
    expect(shown).not.toContain(SECRET);
  }
  expect(pushed.join('\n')).toContain('••••');
});
