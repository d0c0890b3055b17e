import { compareSides } from './sight/compare.mjs';

/**
 * One list of steps on both sides, compared after every step. Stops at the first difference: what follows it says
 * nothing.
 */
export async function runScenario(scenario, { copies, browserSide, bridgeSide }) {
  const { user = null, pageId, urlQuery } = scenario;
  for (const copy of Object.values(copies)) copy.reset();
  const start = { user, pageId, urlQuery };
  const results = { steps: 0, difference: undefined };
  const both = async (inBrowser, atBridge) => {
    const browser = { ...(await inBrowser()), rows: copies.browser.rows() };
    const bridge = { ...(await atBridge()), rows: copies.bridge.rows() };
    return { browser, bridge, differences: compareSides(browser, bridge) };
  };
  const note = (step, outcome) => {
    results.steps++;
    if (outcome.differences.length > 0) results.difference = { at: results.steps, step, ...outcome };
  };
  note(
    { do: 'open', pageId },
    await both(
      () => browserSide.start({ copy: copies.browser, ...start }),
      () => bridgeSide.start({ copy: copies.bridge, ...start }),
    ),
  );
  for (const step of scenario.steps) {
    if (results.difference) break;
    note(
      step,
      await both(
        () => browserSide.step(step),
        () => bridgeSide.step(step),
      ),
    );
  }
  return results;
}
