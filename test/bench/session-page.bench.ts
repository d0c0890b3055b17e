import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { root } from '../integration/cli/run-cli.ts';
import { ratio, timed } from './ratio.ts';

// Run `npm run build` first. The stock client and the server on a copy of the example are those of parity/.
const parity = (path: string) => import(join(root, 'parity', path));

const PAGE = 'create_invoice';
const FIELD = '[id="bl-notes"] textarea';
const WATCHERS = 50;

interface Agent {
  call(name: string, given: object): Promise<string[]>;
}

let browser: Browser;
let context: BrowserContext;
let agent: Agent;
let origin: string;
let stockUrl: string;
let sessionPage: Page;
const close: (() => unknown)[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  const { APPS } = await parity('apps/apps.mjs');
  const { openAppCopy } = await parity('side/app-copy.mjs');
  const { startTandem } = await parity('side/tandem-server.mjs');
  const copy = await openAppCopy(APPS.invoices);
  close.push(() => copy.close());
  const tandem = await startTandem(copy.dir);
  close.push(() => tandem.stop());
  agent = await tandem.agent();
  context = await browser.newContext();
  sessionPage = await context.newPage();
  await sessionPage.goto(await tandem.address());
  ({ origin } = new URL(sessionPage.url()));
  stockUrl = await serveStock(copy);
}, 300_000);

afterAll(async () => {
  for (const one of close.reverse()) await one();
});

async function openBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
  const opened = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  close.push(() => opened.close());
  return opened;
}

/** The stock client as files, and the pages and requests that it fetches. */
async function serveStock(copy: { app: unknown }): Promise<string> {
  const { bundleClient } = await parity('client/bundle.mjs');
  const { ownPackages } = await parity('packages/read-packages.mjs');
  const { serveApps } = await parity('side/app-server.mjs');
  const server = await serveApps((await bundleClient(ownPackages())).out);
  close.push(() => server.close());
  server.serve(copy.app, null);
  return server.url;
}

async function newSession(): Promise<string> {
  const [created = ''] = await agent.call('session_create', { name: 'Bench' });
  const { sessionId } = JSON.parse(created) as { sessionId: string };
  await agent.call('navigate', { sessionId, pageId: PAGE });
  return sessionId;
}

let count = 0;
async function setNotes(sessionId: string): Promise<void> {
  const actions = [{ type: 'setValue', blockId: 'notes', value: `Note ${++count}` }];
  await agent.call('interact', { sessionId, actions });
}

/** The frame of a session's page, once the field is drawn in it. */
async function frameOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe', { timeout: 120_000 });
  const frame = (await element.contentFrame()) as Frame;
  await frame.waitForSelector(FIELD, { timeout: 60_000 });
  return frame;
}

/** The time at which the field has another value and is painted. */
function paintedAt(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const field = () => document.querySelector<HTMLTextAreaElement>(selector)?.value;
    const before = field();
    const look = () => {
      if (field() === before) requestAnimationFrame(look);
      else setTimeout(() => resolve(performance.timeOrigin + performance.now()));
    };
    look();
  });
}

/** From the start of a change until it is painted. */
async function untilPainted(where: Page | Frame, change: () => unknown): Promise<number> {
  const painted = where.evaluate(paintedAt, FIELD);
  // The page has to be looking before.
  await where.evaluate(() => 0);
  const start = performance.timeOrigin + performance.now();
  await change();
  return (await painted) - start;
}

/** The stock client in a browser of its own, since pages in the background are not painted; it draws what a bare socket sends. */
async function openEchoed(): Promise<{ page: Page; say(): void }> {
  const echo = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(echo, 'listening');
  close.push(() => echo.close());
  echo.on('connection', (socket) =>
    socket.on('message', (data) => {
      for (const other of echo.clients) if (other !== socket) other.send(String(data));
    }),
  );
  const address = `ws://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  const page = await (await openBrowser()).newPage();
  await page.goto(`${stockUrl}/${PAGE}`);
  await page.waitForSelector(FIELD);
  await page.evaluate(async (to) => {
    const { lowdefy } = window as unknown as {
      lowdefy: {
        pageId: string;
        contexts: Record<
          string,
          { _internal: { State: { set(key: string, value: string): void }; update(): void } }
        >;
      };
    };
    const socket = new window.WebSocket(to);
    socket.onmessage = ({ data }) => {
      const { State, update } = lowdefy.contexts[`page:${lowdefy.pageId}`]?._internal ?? {};
      State?.set('notes', data);
      update?.();
    };
    await new Promise((resolve) => {
      socket.onopen = resolve;
    });
  }, address);
  const speaker = new WebSocket(address);
  await once(speaker, 'open');
  close.push(() => speaker.close());
  return { page, say: () => speaker.send(`Said ${++count}`) };
}

test("an agent's action until it is painted, against a bare socket and the client's own draw", async () => {
  const sessionId = await newSession();
  await sessionPage.goto(`${origin}/apps/${sessionId}`);
  const frame = await frameOf(sessionPage);
  const stock = await openEchoed();
  const result = await ratio("session page, an agent's action to painted", {
    ours: () => untilPainted(frame, () => setNotes(sessionId)),
    base: () => untilPainted(stock.page, stock.say),
    samples: 31,
    warmUp: 5,
    goal: '≤ 2x',
  });
  await stock.page.close();
  await sessionPage.goto(origin);
  expect(result).toBeGreaterThan(0);
});

test('an agent whose session 50 pages watch, against one that nobody watches', async () => {
  const watched = await newSession();
  const alone = await newSession();
  const cookies = (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ');
  const address = `${origin.replace('http', 'ws')}/ws/apps/${watched}/replica`;
  const watchers = Array.from(
    { length: WATCHERS },
    () => new WebSocket(address, { headers: { Cookie: cookies, Origin: origin } }),
  );
  await Promise.all(watchers.map((socket) => once(socket, 'message')));
  const result = await ratio(`session page, ${WATCHERS} watchers, an agent's call`, {
    ours: () => timed(() => setNotes(watched)),
    base: () => timed(() => setNotes(alone)),
    samples: 101,
    warmUp: 10,
    goal: '≤ 1.1x',
  });
  for (const socket of watchers) socket.close();
  expect(result).toBeGreaterThan(0);
});

test('the first view of a page, against the stock client as static files', async () => {
  const sessionId = await newSession();
  const cookies = await context.cookies(origin);
  const view = async (address: string, isSession: boolean) => {
    const fresh = await browser.newContext();
    await fresh.addCookies(cookies);
    const page = await fresh.newPage();
    const took = await timed(async () => {
      await page.goto(address, { waitUntil: 'commit' });
      const where = isSession ? await frameOf(page) : page;
      await where.waitForSelector(FIELD, { timeout: 60_000 });
      await where.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    });
    await fresh.close();
    return took;
  };
  const result = await ratio('session page, first view', {
    ours: () => view(`${origin}/apps/${sessionId}`, true),
    base: () => view(`${stockUrl}/${PAGE}`, false),
    samples: 9,
    goal: '≤ 1.5x',
  });
  expect(result).toBeGreaterThan(0);
});
