import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { copyFlights } from '../integration/ask/flights.ts';
import { exampleFiles, test as liveTest } from './live/served-live-test.ts';
import { test as appTest } from './lowdefy/app-test.ts';
import { type Served, test } from './served.ts';

/* Pages without WebSockets: where the server says so, and where something in between refuses them. */

const WAYS = ['the server says so', 'WebSockets are refused'] as const;

/** Returns how to see that the page got along without. */
async function withoutWebSockets(way: (typeof WAYS)[number], page: Page, served: Served) {
  const opened: string[] = [];
  page.on('websocket', (socket) => opened.push(socket.url()));
  const streams: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/events/')) streams.push(pathname);
  });
  if (way === 'the server says so')
    await served.restart(async () =>
      appendFileSync(join(served.dir, 'tandem.yaml'), '\nhttp: { webSockets: false }\n'),
    );
  else
    await page.addInitScript(() => {
      class Refused extends EventTarget {
        static readonly OPEN = 1;
        readyState = 3;
        constructor() {
          super();
          setTimeout(() => this.dispatchEvent(new CloseEvent('close', { code: 1006 })));
        }
        close(): void {}
      }
      Object.assign(window, { WebSocket: Refused });
    });
  return {
    streams,
    check() {
      expect(opened).toEqual([]);
      expect(streams).not.toEqual([]);
    },
  };
}

for (const way of WAYS) {
  appTest(`the page of an app's session, because ${way}`, async ({ page, shared, served, troubles }) => {
    const events = await withoutWebSockets(way, page, served);
    await shared.open(page);
    await shared.call('navigate', { pageId: 'create_invoice' });
    await expect(page.getByRole('heading', { name: 'New invoice' })).toBeVisible();
    await page.getByLabel('Notes').fill('By a person');
    await page.getByLabel('Customer *').focus();
    await expect(page.getByRole('complementary').getByRole('listitem').first()).toContainText('By a person');
    await shared.call('interact', {
      actions: [{ type: 'callMethod', blockId: 'line_items', method: 'pushItem' }],
    });
    await page.getByLabel('Description *').fill('half typed');
    const before = events.streams.length;
    await served.restart();
    await expect.poll(() => events.streams.length).toBeGreaterThan(before);
    await expect(page.getByLabel('Description *')).toHaveValue('half typed');
    await shared.call('interact', {
      actions: [{ type: 'setValue', blockId: 'notes', value: 'By an agent' }],
    });
    await expect(page.getByLabel('Notes')).toHaveValue('By an agent');
    events.check();
    expect(troubles.list).toEqual([]);
  });

  test(`the pages of questions, because ${way}`, async ({ page, served, troubles }) => {
    copyFlights(served.dir);
    await served.start('');
    const events = await withoutWebSockets(way, page, served);
    await served.open(page);
    await expect(page.getByRole('status')).toHaveText('Connected');
    await page.goto(`http://localhost:${served.ui}/asks`);
    await expect(page.getByText('No open questions')).toBeVisible();
    const agent = await served.agent();
    await agent.callTool({ name: 'book_flight', arguments: { from: 'New York', destination: 'Lisbon' } });
    await page.getByRole('link', { name: 'Select a flight from New York to Lisbon:' }).click();
    const flights = (await page.locator('.td-question').textContent()) ?? '';
    await page.getByLabel('flightId').fill('half');
    const before = events.streams.length;
    await served.restart();
    await expect.poll(() => events.streams.length).toBeGreaterThan(before);
    await expect(page.getByLabel('flightId')).toHaveValue('half');
    await page.getByLabel('flightId').fill(String(flights.match(/[A-Z]{2}-\d+/)?.[0]));
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('You answered this.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'There is another question' })).toBeVisible();
    events.check();
    expect(troubles.list).toEqual([]);
  });

  liveTest(`a live page, because ${way}`, async ({ page, build, served, troubles }) => {
    const events = await withoutWebSockets(way, page, served);
    const files = exampleFiles();
    for (const [path, text] of Object.entries(files)) build.write(path, text);
    await build.call('ui_display', { name: 'contacts' });
    await build.open(page);
    const names = page.locator('.entry:visible .name');
    await expect(names).toHaveCount(4);
    // Every key travels by itself, and none of them may overtake another.
    await page.getByLabel('Search').click();
    await page.keyboard.type('analytical engines');
    await expect(names).toHaveText(['Analytical Engines']);
    await expect.poll(() => build.run('return contacts.query')).toBe('analytical engines');
    await page.getByLabel('Search').fill('');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByLabel('Name').fill('Grace Hopper');
    const view = 'apps/contacts/viewdefs/PersonDraft.DEFAULT.html';
    build.write(view, (files[view] ?? '').replace('label="Phone"', 'label="Telephone"'));
    await expect(page.getByLabel('Telephone')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Grace Hopper');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(names).toHaveCount(5);

    await page.getByLabel('Search').fill('ada');
    await expect(names).toHaveText(['Ada Lovelace']);
    await served.restart(() => expect(page.getByText(/^Reconnecting/)).toBeVisible());
    await expect(page.getByText(/^Reconnecting/)).toBeHidden();
    await expect(page.getByLabel('Search')).toHaveValue('ada');
    await page.getByLabel('Search').fill('');
    await expect(names).toHaveCount(5);
    events.check();
    expect(troubles.list).toEqual([]);
  });
}

liveTest('a page that an agent wrote is told as well', async ({ page, build, served }) => {
  const events = await withoutWebSockets('the server says so', page, served);
  build.write(
    'html/index.html',
    '<!doctype html><header>Mine</header><main ui-app></main><script type="module" src="/live/live.js"></script>',
  );
  await build.run('App = session:prototype("App", { n = 1 }) mcp.value = App:new()');
  await build.call('ui_upload_viewdef', {
    type: 'App',
    namespace: 'DEFAULT',
    content: '<template><b ui-value="n"></b></template>',
  });
  await build.open(page);
  await expect(page.locator('header')).toHaveText('Mine');
  await expect(page.locator('main b')).toHaveText('1');
  events.check();
});
