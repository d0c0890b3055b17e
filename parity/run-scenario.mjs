import { compareSides } from './sight/compare.mjs';

/**
 * One list of steps on both sides, compared after every step. Stops at the first difference: what follows it says
 * nothing.
 */
export async function runScenario(
  scenario,
  { copies, browserSide, bridgeSide, compare = (browser, bridge) => compareSides(browser, bridge) },
) {
  const { user = null, pageId, urlQuery } = scenario;
  for (const copy of Object.values(copies)) copy.reset();
  const start = { user, pageId, urlQuery };
  const results = { steps: 0, difference: undefined };
  const both = async (step, inBrowser, atBridge) => {
    const browser = { ...(await inBrowser()), rows: copies.browser.rows() };
    const bridge = { ...(await atBridge()), rows: copies.bridge.rows() };
    return { browser, bridge, differences: compare(browser, bridge, step) };
  };
  const note = (step, outcome) => {
    results.steps++;
    if (outcome.differences.length > 0) results.difference = { at: results.steps, step, ...outcome };
  };
  const open = { do: 'open', pageId };
  note(
    open,
    await both(
      open,
      () => browserSide.start({ copy: copies.browser, ...start }),
      () => bridgeSide.start({ copy: copies.bridge, ...start }),
    ),
  );
  for (const step of scenario.steps) {
    if (results.difference) break;
    note(
      step,
      await both(
        step,
        () => browserSide.step(step),
        () => bridgeSide.step(step),
      ),
    );
  }
  return results;
}
