import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { createSession, type Served, test } from './served.ts';

test('without a cookie the page says how to sign in, and shows nothing else', async ({
  page,
  served,
  troubles,
}) => {
  await served.start();
  await createSession(await served.agent(), 'Hidden');
  const response = await page.goto(`http://localhost:${served.ui}/`);
  expect(response?.status()).toBe(401);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('tandem open')).toBeVisible();
  expect(await page.content()).not.toMatch(new RegExp(`Hidden|${served.dir}`));
  expect(troubles.list).toEqual([]);
});

test('with keys configured a person signs in with theirs', async ({ page, served, troubles }) => {
  await served.start(
    'mcp: { auth: { type: api_key, keys: [{ key: a-key-0123456789, user: { name: Ann } }] } }\n',
  );
  await served.open(page);
  await expect(page.getByLabel('Your key')).toBeFocused();
  await page.keyboard.type('not-the-key');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('That key is not valid.');
  await page.getByLabel('Your key').fill('a-key-0123456789');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('status')).toHaveText('Connected');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByText('Ann', { exact: true })).toBeVisible();
  expect(page.url()).toBe(`http://localhost:${served.ui}/`);
  expect(troubles.list).toEqual([]);
});

/** A page of another program on this machine; real, since browsers treat intercepted pages differently. */
async function serveForeignPage(): Promise<{ host: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<title>foreign</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: `localhost:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

async function tryFetch(page: Page, url: string, init: RequestInit = {}): Promise<string> {
  return page.evaluate(
    async ([to, how]) =>
      fetch(to, { credentials: 'include', ...how }).then(
        (response) => `read, status ${response.status}`,
        () => 'refused',
      ),
    [url, init] as const,
  );
}

async function trySocket(page: Page, url: string): Promise<string> {
  return page.evaluate(
    (to) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(to);
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      }),
    url,
  );
}

test.describe('a page of another origin, in the browser of a person who is signed in', () => {
  // The question is not what the page's own policy allows, but what the server allows.
  test.use({ bypassCSP: true });

  async function expectNothingReached(page: Page, served: Served, foreign: string): Promise<void> {
    await served.open(page);
    await expect(page.getByRole('status')).toHaveText('Connected');
    const own = `localhost:${served.ui}`;
    expect(await tryFetch(page, `http://${own}/api/status`)).toBe('read, status 200');
    expect(await trySocket(page, `ws://${own}/ws`)).toBe('open');

    // At the origin of views, pages of ours lead away from it; a view stays there.
    await page.goto(`http://${foreign}/1/`);
    expect(new URL(page.url()).host).toBe(foreign);
    const json = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } };
    for (const init of [{}, json, { method: 'POST', body: '{}' }]) {
      expect(await tryFetch(page, `http://${own}/api/status`, init)).toBe('refused');
      for (const host of ['localhost', '127.0.0.1'])
        expect(await tryFetch(page, `http://${host}:${served.mcp}/mcp`, init)).toBe('refused');
    }
    expect(await trySocket(page, `ws://${own}/ws`)).toBe('refused');
    // A target that names the foreign origin itself must not make it our own.
    expect(await trySocket(page, `ws://${own}//${foreign}/ws`)).toBe('refused');
  }

  test('reaches nothing from where live views are', async ({ page, served }) => {
    await served.start();
    await expectNothingReached(page, served, `127.0.0.1:${served.ui}`);
  });

  test('reaches nothing from another port of localhost', async ({ page, served }) => {
    await served.start();
    const foreign = await serveForeignPage();
    try {
      await expectNothingReached(page, served, foreign.host);
    } finally {
      foreign.close();
    }
  });
});
