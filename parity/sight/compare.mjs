import { isDeepStrictEqual } from 'node:util';
import { normaliseSight } from './normalise.mjs';

/** Where the two sides differ after a step: `[what, in the browser, at the bridge]`. */
export function compareSides(browser, bridge) {
  const differences = [];
  const check = (what, one, other) => {
    if (!isDeepStrictEqual(one, other)) differences.push([what, one, other]);
  };
  // A step that cannot be done is refused by both; in which words is each side's own matter.
  check('refused', browser.refused ? true : undefined, bridge.refused ? true : undefined);
  if (differences.length > 0) Object.assign(differences[0], { 1: browser.refused, 2: bridge.refused });
  check('pageId', browser.pageId, bridge.pageId);
  check('query', browser.query, bridge.query);
  each('state', browser.state, bridge.state);
  each('global', browser.global, bridge.global);
  each('rows', browser.rows, bridge.rows);
  each('seen', normaliseSight(browser.seen), normaliseSight(bridge.seen));
  // The log of the bridge tells the failure of a request once, as that; the screen shows it as a message.
  const said = (messages) => messages.filter((text) => !bridge.told.includes(text)).map(withoutSpace);
  check('messages', said(browser.messages), said(bridge.messages));
  return differences;

  function each(what, one, other) {
    const [a, b] = [plain(one), plain(other)];
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      check(`${what} ${key}`, a[key], b[key]);
  }
}

const plain = (value) => JSON.parse(JSON.stringify(value ?? {}));
const withoutSpace = (text) => text.replace(/\s+/g, '');
