import { doInBrowser } from './do-in-browser.mjs';
import { settle } from './settle.mjs';

/** The first time the whole client is compiled. */
const LOAD_MS = 60_000;

/** The real client, used with a mouse and a keyboard. One page of one browser for all apps. */
export async function openBrowserSide({ browser, server }) {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const counts = { restless: 0 };
  page.setDefaultTimeout(8000);
  page.on('dialog', (dialog) => void dialog.dismiss());

  return {
    page,
    /** How many steps were looked at although the page was not calm by the deadline: each costs all of that time. */
    get restless() {
      return counts.restless;
    },
    async start({ copy, user, pageId, urlQuery }) {
      server.serve(copy.app, user);
      const query = urlQuery ? `?${urlQuery}` : '';
      await page.goto(`${server.url}/${pageId}${query}`, { timeout: LOAD_MS });
      await calm();
      return observe();
    },
    /** Answers why a person could not do it, if so. */
    async step(step) {
      await page.evaluate(() => window.parity.work.notices.splice(0));
      const refused = await doInBrowser(page, step);
      await calm();
      return { ...(await observe()), refused };
    },
    close: () => context.close(),
  };

  async function calm() {
    await page.waitForFunction(
      () => window.parity?.work !== undefined && window.lowdefy !== undefined,
      null,
      { timeout: LOAD_MS },
    );
    if (!(await settle(page))) counts.restless++;
  }

  /**
   * The client knows its blocks by ids that it does not renew when list items move, and then redraws the wrong ones;
   * so it is asked to draw everything before it is looked at.
   */
  async function observe() {
    await page.evaluate(() => window.parity.redraw());
    return page.evaluate(() => {
      const { lowdefy, parity, location } = window;
      const { state } = lowdefy.contexts[`page:${lowdefy.pageId}`] ?? {};
      return {
        pageId: lowdefy.pageId,
        query: location.search.replace(/^\?/, ''),
        state: parity.serialize(state),
        global: parity.serialize(lowdefy.lowdefyGlobal),
        seen: parity.see(),
        messages: parity.messages(),
      };
    });
  }
}
