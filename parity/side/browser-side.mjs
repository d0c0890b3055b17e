import { doInBrowser } from './do-in-browser.mjs';

/** A busy machine takes its time. */
const SETTLE_MS = 20_000;
/** What folds, or slides in and out, carries such a class until it has done so. */
const MOVING = '.ant-motion-collapse, [class*="ant-drawer-panel-motion-"]';
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
      await settle();
      return observe();
    },
    /** Answers why a person could not do it, if so. */
    async step(step) {
      await page.evaluate(() => window.parity.work.notices.splice(0));
      const refused = await doInBrowser(page, step);
      await settle();
      return { ...(await observe()), refused };
    },
    close: () => context.close(),
  };

  /** Nothing under way, and nothing moved for three frames. */
  async function settle() {
    await page.waitForFunction(
      () => window.parity?.work !== undefined && window.lowdefy !== undefined,
      null,
      { timeout: LOAD_MS },
    );
    const isCalm = await page.evaluate(
      async ([deadline, moving]) => {
        const { work } = window.parity;
        // On a busy machine frames may come before tasks that wait in line; React's are among those.
        const idle = (resolve) => requestIdleCallback(() => resolve(), { timeout: 200 });
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => idle(resolve)));
        // Those that have ended stay in the list if they keep what they changed (`fill: both`).
        const moves = ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
        const end = performance.now() + deadline;
        let calm = 0;
        while (calm < 3 && performance.now() < end) {
          const before = work.changes;
          await frame();
          const isMoving = document.querySelector(moving) !== null || document.getAnimations().some(moves);
          calm = work.running === 0 && work.changes === before && !isMoving ? calm + 1 : 0;
        }
        return calm === 3;
      },
      [SETTLE_MS, MOVING],
    );
    if (!isCalm) counts.restless++;
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
