import { aptGet } from './apt-get.mjs';
import { findBrowser } from './find-browser.mjs';

/** A browser for the tests; as root on Debian and its kin it is installed when there is none. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('Installing Chromium from the distribution …');
    await aptGet(['update', '-qq']);
    await aptGet(['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    const installed = await findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'No Chrome or Chromium found for the tests. Install one, or name it: TANDEM_BROWSER=/path/to/chrome npm test',
  );
}
