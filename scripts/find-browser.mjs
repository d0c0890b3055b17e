import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chrome or Chromium for the tests: named by the environment, installed, or Playwright's own. */
export async function findBrowser() {
  const named = process.env.TANDEM_BROWSER ?? process.env.CHROME_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`TANDEM_BROWSER names ${named}, which does not exist.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES].find(
    existsSync,
  );
  if (installed) return installed;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}
