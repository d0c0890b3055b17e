// node parity/session-pages.mjs [--pictures FOLDER]: every page of the invoices example in the stock client and on the page of
// a session, compared by what is seen and by pixels. The exit code is 0 only if the same is seen.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../scripts/ensure.mjs';
import { ensureBrowser } from '../scripts/ensure-browser.mjs';
import { root } from '../scripts/run.mjs';

process.env.TZ = 'UTC';
const { values: options } = parseArgs({ options: { pictures: { type: 'string' } } });
await ensureInstalled();
await ensureInstalled(join(root, 'parity'));
await ensureBuilt();
const executablePath = await ensureBrowser();
const { chromium } = await import('@playwright/test');
const esbuild = await import('esbuild');
const { bundleClient } = await import('./client/bundle.mjs');
const { ownPackages } = await import('./packages/read-packages.mjs');
const { openAppCopy } = await import('./side/app-copy.mjs');
const { serveApps } = await import('./side/app-server.mjs');
const { openBrowserSide } = await import('./side/browser-side.mjs');
const { openAgent } = await import('./cost/open-agent.mjs');
const { APPS } = await import('./apps/apps.mjs');

const PAGES = [
  { pageId: 'dashboard' },
  { pageId: 'invoices' },
  { pageId: 'invoice', urlQuery: { id: 3 } },
  { pageId: 'create_invoice' },
  { pageId: 'customers' },
];
const cli = join(root, 'dist', 'cli', 'main.js');
const print = console.log;
console.log = () => {};
const packages = ownPackages();
const { out } = await bundleClient(packages);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const stockCopy = await openAppCopy(APPS.invoices, packages);
const sessionCopy = await openAppCopy(APPS.invoices, packages);
const server = await serveApps(out);
const stock = await openBrowserSide({ browser, server });
const agent = await openAgent([cli, 'mcp', '--dir', sessionCopy.dir]);
let differences = 0;
try {
  await agent.measure(compare);
} finally {
  await agent.close();
  await browser.close();
  server.close();
  await stockCopy.close();
  await sessionCopy.close();
}
print(`${PAGES.length} pages, ${differences} differences`);
process.exit(differences === 0 ? 0 : 1);

async function compare() {
  const [created] = (await agent.call('session_create', { name: 'Side by side' })).split('\n');
  const { sessionId } = JSON.parse(created);
  const person = await openSession(sessionId);
  for (const { pageId, urlQuery } of PAGES) {
    const query = new URLSearchParams(urlQuery).toString();
    const { seen } = await stock.start({ copy: stockCopy, user: null, pageId, urlQuery: query });
    await agent.call('navigate', { sessionId, pageId, ...(urlQuery && { urlQuery }) });
    const seenInSession = await person.see(pageId);
    const wrong = differencesIn(seen, seenInSession);
    const pictures = [await stock.page.screenshot({ clip: person.clip }), await person.picture()];
    const pixels = await countDifferent(pictures);
    if (options.pictures) savePictures(pageId, pictures);
    differences += wrong.length;
    print(
      `${wrong.length === 0 ? 'ok  ' : 'DIFF'} ${pageId}: ${Object.keys(seen).length} blocks, ${pixels} pixels differ`,
    );
    for (const [id, one, other] of wrong)
      print(`  ${id}\n    stock:   ${JSON.stringify(one)}\n    session: ${JSON.stringify(other)}`);
  }
}

/** The page of a session as a person opens it; its frame is as wide as the stock client's window. */
async function openSession(sessionId) {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1200 },
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const address = execFileSync(process.execPath, [cli, 'open', '--print', '--dir', sessionCopy.dir], {
    encoding: 'utf8',
  }).trim();
  await page.goto(address);
  await page.goto(new URL(`/apps/${sessionId}`, page.url()).href);
  await agent.call('navigate', { sessionId, pageId: 'dashboard' });
  const element = await page.waitForSelector('iframe', { timeout: 120_000 });
  const frame = await element.contentFrame();
  const { height } = await element.boundingBox();
  const see = await seeScript();
  const clip = { x: 0, y: 0, width: 1920, height: Math.min(1080, Math.floor(height)) };
  return {
    clip,
    async see(pageId) {
      await frame.waitForFunction(
        (wanted) => globalThis[Symbol.for('tandem.replica')]?.pageId === wanted,
        pageId,
        { timeout: 60_000 },
      );
      await frame.evaluate(see);
      let before;
      for (;;) {
        const now = await frame.evaluate(() =>
          globalThis.paritySee.seePage(globalThis[Symbol.for('tandem.replica')]),
        );
        if (before && isDeepStrictEqual(before, now)) return now;
        before = now;
        await page.waitForTimeout(1500);
      }
    },
    async picture() {
      const { y } = await element.boundingBox();
      return page.screenshot({ clip: { ...clip, y } });
    },
  };
}

async function seeScript() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, 'parity', 'client', 'see-page.mjs')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'paritySee',
  });
  return `${outputFiles[0].text}; globalThis.paritySee = paritySee;`;
}

function differencesIn(stockSeen, sessionSeen) {
  const ids = new Set([...Object.keys(stockSeen), ...Object.keys(sessionSeen)]);
  return [...ids]
    .filter((id) => !isDeepStrictEqual(stockSeen[id], sessionSeen[id]))
    .map((id) => [id, stockSeen[id], sessionSeen[id]]);
}

/** How many pixels of two pictures of the same size differ. */
async function countDifferent(pictures) {
  const page = await browser.newPage();
  const addresses = pictures.map((png) => `data:image/png;base64,${png.toString('base64')}`);
  const count = await page.evaluate(async (sources) => {
    const [one, other] = await Promise.all(
      sources.map(async (src) => {
        const image = Object.assign(new Image(), { src });
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), {
          width: image.width,
          height: image.height,
        });
        const drawing = canvas.getContext('2d');
        drawing.drawImage(image, 0, 0);
        return drawing.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    let different = 0;
    for (let i = 0; i < one.length; i += 4)
      if (one[i] !== other[i] || one[i + 1] !== other[i + 1] || one[i + 2] !== other[i + 2]) different++;
    return different;
  }, addresses);
  await page.close();
  return count;
}

function savePictures(pageId, [one, other]) {
  mkdirSync(options.pictures, { recursive: true });
  writeFileSync(join(options.pictures, `${pageId}-stock.png`), one);
  writeFileSync(join(options.pictures, `${pageId}-session.png`), other);
}
