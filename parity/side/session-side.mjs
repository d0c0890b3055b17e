import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { doInBrowser } from './do-in-browser.mjs';
import { settle } from './settle.mjs';

const LOAD_MS = 60_000;
/** What the session has for a window until a person opens it. */
const WINDOW = { width: 1920, height: 1080 };

/** A person in the page of a session, with a mouse and a keyboard. An agent makes the session and opens its first page. */
export async function openSessionSide({ browser, tandem }) {
  const context = await browser.newContext({
    viewport: { width: WINDOW.width, height: WINDOW.height + 120 },
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  await context.addInitScript({ content: `if (window !== window.top) {${await script('watch-session')}}` });
  const watchFrame = await script('watch-frame');
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  await page.goto(await tandem.address());
  const agent = await tandem.agent();
  const counts = { restless: 0 };
  let frame;

  return {
    page,
    agent,
    get frame() {
      return frame;
    },
    get restless() {
      return counts.restless;
    },
    async start({ pageId, urlQuery = '' }) {
      const sessionId = await newSession();
      await agent.call('navigate', {
        sessionId,
        pageId,
        ...(urlQuery && { urlQuery: toQuery(urlQuery) }),
      });
      await open(sessionId);
      return { ...(await observe()), sessionId };
    },
    async step(step) {
      await frame.evaluate(() => {
        window.parity.work.notices.splice(0);
        window.parity.session.failures.splice(0);
      });
      if (step.do === 'restart') await restart();
      const refused = await doInBrowser(frame, step);
      await calm();
      return { ...(await observe()), refused };
    },
    calm,
    observe,
    /** The app's area, without what we put around it. */
    async picture() {
      const { x, y } = await (await frame.frameElement()).boundingBox();
      return page.screenshot({ clip: { x, y, ...WINDOW } });
    },
    close: () => context.close(),
  };

  async function newSession() {
    const [created] = await agent.call('session_create', { name: 'Side by side' });
    return JSON.parse(created).sessionId;
  }

  async function open(sessionId) {
    await page.goto(new URL(`/apps/${sessionId}`, page.url()).href);
    const element = await page.waitForSelector('iframe', { timeout: 2 * LOAD_MS });
    const { height } = await element.boundingBox();
    const viewport = page.viewportSize();
    await page.setViewportSize({ ...viewport, height: viewport.height + WINDOW.height - Math.round(height) });
    frame = await element.contentFrame();
    await frame.waitForFunction(
      () => globalThis[Symbol.for('tandem.replica')]?.pageId !== undefined && window.parity.session.latest,
      null,
      { timeout: LOAD_MS },
    );
    await frame.evaluate(watchFrame);
    await calm();
  }

  async function calm() {
    if (!(await settle(frame))) counts.restless++;
  }

  /** The page comes back by itself. */
  async function restart() {
    const before = await frame.evaluate(() => window.parity.session.pushes);
    await tandem.restart();
    await frame.waitForFunction((known) => window.parity.session.pushes > known, before, {
      timeout: LOAD_MS,
    });
    await calm();
  }

  /** What is seen, what the client's engine has, and what the session's engine has. */
  function observe() {
    return frame.evaluate(() => {
      const { lowdefy, parity } = window;
      const { state } = lowdefy.contexts[`page:${lowdefy.pageId}`] ?? {};
      const { replica, rev } = parity.session.latest;
      return {
        rev,
        pageId: lowdefy.pageId,
        query: replica.urlQuery,
        state: parity.serialize(state),
        global: parity.serialize(lowdefy.lowdefyGlobal),
        engine: { pageId: replica.pageId, state: replica.state, global: replica.global },
        seen: parity.see(),
        messages: parity.messages(),
        log: parity.session.failures.map((error) => ({ success: false, error })),
      };
    });
  }
}

/** Values of a query as the app reads them: numbers and booleans are written as in JSON. */
function toQuery(text) {
  const given = [...new URLSearchParams(text)];
  return Object.fromEntries(given.map(([name, value]) => [name, fromJson(value)]));
}

function fromJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A module of parity's client as a script for a page that loads no modules of ours. */
async function script(name) {
  const entry = fileURLToPath(new URL(`../client/${name}.mjs`, import.meta.url));
  const { outputFiles } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0].text;
}
