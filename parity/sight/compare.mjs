import { isDeepStrictEqual } from 'node:util';
import { normaliseSight } from './normalise.mjs';

/** Where the two sides differ after a step: `[what, in the browser, at the bridge]`. `normalise` makes what is seen comparable. */
export function compareSides(browser, bridge, normalise = normaliseSight) {
  const differences = [];
  const check = (what, one, other) => {
    if (!isDeepStrictEqual(one, other)) differences.push([what, one, other]);
  };
  // A step that cannot be done is refused by both; in which words is each side's own matter.
  check('refused', browser.refused ? true : undefined, bridge.refused ? true : undefined);
  if (differences.length > 0) Object.assign(differences[0], { 1: browser.refused, 2: bridge.refused });
  check('pageId', browser.pageId, bridge.pageId);
  check('query', browser.query, bridge.query);
  // Of what a chat tells its app, some comes in any order there: a chat looks at what has come from time to time.
  for (const side of [browser, bridge]) side.state = withToldInOrder(side.state);
  each('state', browser.state, bridge.state);
  each('global', browser.global, bridge.global);
  each('rows', browser.rows, bridge.rows);
  const [inBrowser, atBridge] = [normalise(browser.seen), normalise(bridge.seen)];
  cutRows(inBrowser, atBridge);
  each('seen', inBrowser, atBridge);
  // The log of the bridge tells the failure of a request once, as that; the screen shows it as a message.
  const said = (messages) => messages.filter((text) => !bridge.told.includes(text)).map(withoutSpace);
  // Messages and notices appear in different corners; which is first nobody can tell.
  check('messages', said(browser.messages).toSorted(), said(bridge.messages).toSorted());
  return differences;

  function each(what, one, other) {
    const [a, b] = [plain(one), plain(other)];
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      check(`${what} ${key}`, a[key], b[key]);
  }
}

function withToldInOrder(state) {
  const told = state?.told?.['~arr'] ?? state?.told;
  if (!Array.isArray(told)) return state;
  return { ...state, told: told.map((one) => JSON.stringify(plain(one))).toSorted() };
}

/** A moment, as SQLite or JSON write it; of one in this hour each side has its own. */
const nowText = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d+Z)?$/;

/** Without the marks that a build leaves for its own error messages, and without the time of day of the run. */
function plain(value) {
  const text = JSON.stringify(value ?? {}, (key, inner) => {
    if (key === '~k') return undefined;
    // Newer serializers write an array so when it carries such a mark.
    if (Array.isArray(inner?.['~arr'])) return inner['~arr'];
    // Logarithms differ in their last digit between the engines of browsers and Node.
    if (key === 'score' && typeof inner === 'number') return Number(inner.toPrecision(12));
    if (typeof inner === 'string' && nowText.test(inner) && isNow(inner)) return '(now)';
    return inner;
  });
  return JSON.parse(text);
}

const isNow = (text) =>
  Math.abs(Date.now() - Date.parse(`${text.replace(' ', 'T').replace(/Z$/, '')}Z`)) < 3600_000;
const withoutSpace = (text) => text.replace(/\s+/g, '');

/** Both sides show the first rows of a long table, not equally many; the number of all is compared. */
function cutRows(one, other) {
  for (const [id, { rows, total }] of Object.entries(other)) {
    const drawn = one[id]?.rows;
    if (!rows || !drawn || total !== one[id].total) continue;
    const shown = Math.min(rows.length, drawn.length);
    if (shown === 0 && total > 0) continue;
    rows.splice(shown);
    drawn.splice(shown);
  }
}
