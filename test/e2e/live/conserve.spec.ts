import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './live-test.ts';

/** What the page would have told the desktop. */
async function hearNotifications(context: BrowserContext): Promise<(page: Page) => Promise<string[]>> {
  await context.addInitScript(() => {
    const told: string[] = [];
    class Heard {
      static permission = 'default';
      static requestPermission = async () => 'granted';
      constructor(text: string) {
        told.push(text);
      }
    }
    Object.assign(window, { Notification: Heard, told });
  });
  return (page) => page.evaluate(() => (window as unknown as { told: string[] }).told);
}

const app = (page: Page) => page.getByText('the app');
const refusal = (page: Page) => page.getByRole('heading', { name: 'Session is already open' });

test('with conserve=true a second tab steps back and says so', async ({ page, context, live }) => {
  const notifications = await hearNotifications(context);
  const server = await live.app('<p>the app</p>', '');
  await expect(app(page)).toBeVisible();
  const sockets: string[] = [];
  context.on('page', (opened) => opened.on('websocket', (socket) => sockets.push(socket.url())));
  const opening = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/1?conserve=true'));
  const second = await opening;
  await expect(refusal(second)).toBeVisible();
  await expect(app(second)).toHaveCount(0);
  await expect.poll(() => notifications(second)).toEqual(['This session is already active in another tab.']);
  expect(await notifications(page)).toEqual([]);
  expect(sockets).toEqual([]);
  expect((await server.variables()).filter(({ path }) => path === 'value')).toHaveLength(1);

  const closed = second.waitForEvent('close');
  await second.getByRole('link', { name: 'Close this page' }).click();
  await closed;
  await expect(app(page)).toBeVisible();
});

test('without conserve a second tab is equal to the first, and counts', async ({ page, context, live }) => {
  await live.app('<p>the app</p>', '');
  const second = await context.newPage();
  await live.open(second);
  await expect(app(second)).toBeVisible();
  await page.close();
  const third = await context.newPage();
  await live.open(third, '/1/some/path?conserve=true');
  await expect(refusal(third)).toBeVisible();
});

test('of two tabs opened at once, one is shown', async ({ page, context, live }) => {
  await live.app('<p>the app</p>', '');
  await page.goto('about:blank');
  const both = [await context.newPage(), await context.newPage()];
  await Promise.all(both.map((one) => live.open(one, '/1?conserve=true')));
  await expect
    .poll(async () => (await Promise.all(both.map((one) => app(one).count()))).sort())
    .toEqual([0, 1]);
  await expect
    .poll(async () => (await Promise.all(both.map((one) => refusal(one).count()))).sort())
    .toEqual([0, 1]);
});

test('a tab that was closed, crashed or reloaded blocks nobody', async ({ page, context, live }) => {
  await live.app('<p>the app</p>', '', {
    'html/other.html': `<script>new SharedWorker('/live/conserve-worker.js', { name: 'tandem-live', type: 'module' })</script>`,
  });
  // The worker outlives the tabs that come and go here.
  await live.open(await context.newPage(), '/other.html');
  await live.open(page, '/1?conserve=true');
  await expect(app(page)).toBeVisible();
  await page.reload();
  await expect(app(page)).toBeVisible();
  const crashed = page.waitForEvent('crash');
  void page.goto('chrome://crash').catch(() => {});
  await crashed;
  const second = await context.newPage();
  await live.open(second, '/1?conserve=true');
  await expect(app(second)).toBeVisible();
  await second.close();
  const third = await context.newPage();
  await live.open(third, '/1?conserve=true');
  await expect(app(third)).toBeVisible();
});
