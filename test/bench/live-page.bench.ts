import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { type LiveServer, startLiveServer } from '../e2e/live/live-server.ts';
import { startAnswering } from './answering-server.ts';
import { ratio } from './ratio.ts';

const ROWS = 1000;
/** What fits into the window. */
const SCREENFUL = 30;

/** A list of rows with two texts and a button, and a number that a click raises. */
const LUA = `
Row = session:prototype("Row", { name = "", mail = "" })
function Row:press() end
App = session:prototype("App", {})
function App:more() self.n = self.n + 1 end
function App:fill()
  local rows = {}
  for i = 1, ${ROWS} do rows[i] = Row:new({ name = "name " .. i, mail = "mail " .. i }) end
  self.rows = rows
end
function App:clear() self.rows = {} end
app = App:new({ n = 0, rows = {} })
mcp.value = app`;
const ROW =
  '<div class="row"><span class="name"></span><span class="mail"></span><button>Press</button></div>';
const FILES = {
  'viewdefs/App.DEFAULT.html': `<template><div><p id="n" ui-value="n"></p><button id="more" ui-action="more()">more</button>
    <button id="fill" ui-action="fill()">fill</button><button id="clear" ui-action="clear()">clear</button>
    <div id="list" ui-view="rows?wrapper=lua.ViewList"></div></div></template>`,
  'viewdefs/Row.list-item.html':
    '<template><div class="row"><span class="name" ui-value="name"></span><span class="mail" ui-value="mail"></span><button ui-action="press()">Press</button></div></template>',
};

let browser: Browser;
let server: LiveServer;
let ours: Page;
let base: Page;
let echo: WebSocketServer;
let alone: Page;
let answering: Awaited<ReturnType<typeof startAnswering>>;

beforeAll(async () => {
  const executablePath = await findBrowser();
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'];
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  server = await startLiveServer(FILES);
  await server.run(LUA);
  ours = await browser.newPage();
  await ours.goto(`${server.url}/1`);
  await ours.locator('#fill').waitFor();
  answering = await startAnswering(server.url, FILES, ROWS);
  alone = await browser.newPage();
  await alone.goto(`${answering.url}/1`);
  await alone.locator('#fill').waitFor();
  echo = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(echo, 'listening');
  echo.on('connection', (socket) =>
    socket.on('message', (data) => {
      const text = String(data);
      socket.send(text === 'rows' ? JSON.stringify(toRows()) : text);
    }),
  );
  base = await browser.newPage();
  // The same elements under the same styles.
  const styles = ['/shoelace/themes/light.css', '/shoelace/themes/dark.css', '/live/live.css']
    .map((path) => `<link rel="stylesheet" href="${server.url}${path}">`)
    .join('');
  await base.setContent(`<!doctype html>${styles}<body class="ui-framed"><header ui-frame></header><main ui-app><div class="ui-shown-app">
    <p id="n"></p><div class="view-list"><div ui-viewlist id="list"></div></div></div></main><template id="row">${ROW}</template></body>`);
  await base.evaluate(connectByHand, (echo.address() as AddressInfo).port);
}, 60_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  echo.close();
  answering.close();
});

function toRows(): { name: string; mail: string }[] {
  return Array.from({ length: ROWS }, (_, i) => ({ name: `name ${i + 1}`, mail: `mail ${i + 1}` }));
}

interface ByHand {
  socket: WebSocket;
  build(rows: { name: string; mail: string }[]): void;
}

/** What somebody would write for exactly this screen. */
async function connectByHand(port: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const template = document.getElementById('row') as HTMLTemplateElement;
  const text = document.getElementById('n')?.appendChild(document.createTextNode('')) as Text;
  const list = document.getElementById('list') as HTMLElement;
  const build = (rows: { name: string; mail: string }[]) => {
    const all = document.createDocumentFragment();
    for (const { name, mail } of rows) {
      const row = document.importNode(template.content, true);
      (row.querySelector('.name') as HTMLElement).textContent = name;
      (row.querySelector('.mail') as HTMLElement).textContent = mail;
      row.querySelector('button')?.addEventListener('click', () => socket.send('press'));
      all.append(row);
    }
    list.append(all);
  };
  socket.addEventListener('message', ({ data }) => {
    if (data.startsWith('[')) build(JSON.parse(data));
    else text.data = data;
  });
  Object.assign(window, { byHand: { socket, build } });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
}

/** From the page's action until the text of #n has changed. */
function untilTextChanged(how: 'click' | 'send'): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.getElementById('n') as Element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    if (how === 'click') document.getElementById('more')?.click();
    else (window as unknown as { byHand: ByHand }).byHand.socket.send(String(Math.random()));
  });
}

/** From the page's action until the last row is painted. */
function untilRowsPainted({ how, rows }: { how: 'click' | 'send'; rows: number }): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const list = document.getElementById('list') as HTMLElement;
    const look = () => {
      const all = list.querySelectorAll('.row');
      const last = all[rows - 1];
      const isThere =
        last?.querySelector('.mail')?.textContent === `mail ${rows}` && last.getClientRects().length > 0;
      if (isThere) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      else requestAnimationFrame(look);
    };
    if (how === 'click') document.getElementById('fill')?.click();
    else (window as unknown as { byHand: ByHand }).byHand.socket.send('rows');
    look();
  });
}

async function clearRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const button = document.getElementById('clear');
    if (button) button.click();
    else document.getElementById('list')?.replaceChildren();
  });
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 0);
}

test('a click, and a change on the server, against a socket that sets one text', async () => {
  await ratio('live page, click to changed text', {
    ours: () => ours.evaluate(untilTextChanged, 'click' as const),
    base: () => base.evaluate(untilTextChanged, 'send' as const),
    samples: 101,
    goal: '≤ 3x',
  });
  const changedAt = () =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.timeOrigin + performance.now());
      });
      observer.observe(document.getElementById('n') as Element, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  let n = 0;
  const measure = async (page: Page, change: () => Promise<unknown>) => {
    const changed = page.evaluate(changedAt);
    // The page has to be listening before.
    await page.evaluate(() => 0);
    const start = performance.timeOrigin + performance.now();
    await change();
    return (await changed) - start;
  };
  await ratio('live page, change on the server to changed text', {
    ours: () => measure(ours, () => server.run(`app.n = app.n + 1`)),
    base: () =>
      measure(base, async () => {
        for (const socket of echo.clients) socket.send(String(n++));
      }),
    samples: 101,
    goal: '≤ 3x',
  });
});

test('a list of 1,000 rows against the same elements made by hand', async () => {
  const painted = async (page: Page, how: 'click' | 'send', rows: number) => {
    const took = await page.evaluate(untilRowsPainted, { how, rows });
    await page.waitForFunction((all) => document.querySelectorAll('.row .mail').length === all, ROWS);
    await clearRows(page);
    return took;
  };
  const results: number[] = [];
  for (const [who, page] of [
    ['the page alone', alone],
    ['with Lua', ours],
  ] as const)
    for (const rows of [SCREENFUL, ROWS])
      results.push(
        await ratio(
          `live page, ${rows === ROWS ? 'all' : `the first ${rows}`} of ${ROWS} rows painted, ${who}`,
          {
            ours: () => painted(page, 'click', rows),
            base: () => painted(base, 'send', ROWS),
            samples: 11,
            goal: rows === ROWS ? 'none' : '≤ 2x',
          },
        ),
      );
  expect(Math.min(...results)).toBeGreaterThan(0);
});
