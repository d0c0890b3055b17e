// node parity/session-pages.mjs [--pictures FOLDER]: every page of the invoices example in the stock client and on the page of
// a session, compared by what is seen and by pixels. The exit code is 0 only if the same is seen, and no page differs by more
// pixels than MAX_PIXELS.
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
const { bundleClient } = await import('./client/bundle.mjs');
const { ownPackages } = await import('./packages/read-packages.mjs');
const { openAppCopy } = await import('./side/app-copy.mjs');
const { serveApps } = await import('./side/app-server.mjs');
const { openBrowserSide } = await import('./side/browser-side.mjs');
const { openSessionSide } = await import('./side/session-side.mjs');
const { startTandem } = await import('./side/tandem-server.mjs');
const { APPS } = await import('./apps/apps.mjs');

/** Of 2,073,600. Measured: 2 to 46, the edges of letters and lines that fall between two pixels. */
const MAX_PIXELS = 200;
/** Charts grow for so long. */
const GROWING_MS = 1500;
const PAGES = [
  { pageId: 'dashboard' },
  { pageId: 'invoices' },
  { pageId: 'invoice', urlQuery: { id: 3 } },
  { pageId: 'create_invoice' },
  { pageId: 'customers' },
  { pageId: 'admin' },
];
/** The last page is for administrators. */
const USER = { id: 'ada', name: 'Ada', roles: ['admin'] };
const print = console.log;
console.log = () => {};
const packages = ownPackages();
const { out } = await bundleClient(packages);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const stockCopy = await openAppCopy(APPS.invoices, packages);
const sessionCopy = await openAppCopy(APPS.invoices, packages);
const server = await serveApps(out);
const stock = await openBrowserSide({ browser, server });
const tandem = await startTandem(sessionCopy.dir, { user: USER });
const side = await openSessionSide({ browser, tandem });
let differences = 0;
try {
  await compare();
} finally {
  await browser.close();
  await tandem.stop();
  server.close();
  await stockCopy.close();
  await sessionCopy.close();
}
print(`${PAGES.length} pages, ${differences} of them different`);
process.exit(differences === 0 ? 0 : 1);

async function compare() {
  const { sessionId } = await side.start({ pageId: 'dashboard' });
  for (const { pageId, urlQuery } of PAGES) {
    const query = new URLSearchParams(urlQuery).toString();
    const { seen } = await stock.start({ copy: stockCopy, user: USER, pageId, urlQuery: query });
    await side.agent.call('navigate', { sessionId, pageId, ...(urlQuery && { urlQuery }) });
    await side.frame.waitForFunction((wanted) => window.lowdefy.pageId === wanted, pageId, {
      timeout: 60_000,
    });
    await side.page.waitForTimeout(GROWING_MS);
    await side.calm();
    const wrong = differencesIn(seen, (await side.observe()).seen);
    const pictures = [await stock.page.screenshot(), await side.picture()];
    const pixels = await countDifferent(pictures);
    if (options.pictures) savePictures(pageId, pictures);
    const isSame = wrong.length === 0 && pixels <= MAX_PIXELS;
    if (!isSame) differences++;
    print(
      `${isSame ? 'ok  ' : 'DIFF'} ${pageId}: ${Object.keys(seen).length} blocks, ${pixels} pixels differ`,
    );
    for (const [id, one, other] of wrong)
      print(`  ${id}\n    stock:   ${JSON.stringify(one)}\n    session: ${JSON.stringify(other)}`);
  }
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
