import { compareSides } from './compare.mjs';

/**
 * Where the stock client and the page of a session differ after a step. Both are read off the screen, so nothing that is
 * seen is left out; and the page must have what the session's own engine has.
 */
export function compareWithSession(browser, session, step) {
  // What an app says while its page opens is over when the person opens the session.
  if (step.do === 'open') browser.messages = session.messages = [];
  const asSeen = (seen) => structuredClone(seen);
  return [
    ...compareSides(browser, { ...session, told: [] }, asSeen),
    ...compareSides(
      { ...session, ...session.engine, messages: [], rows: {} },
      { ...session, messages: [], rows: {}, told: [] },
      asSeen,
    ).map(([what, engine, page]) => [`page and engine: ${what}`, engine, page]),
  ];
}
