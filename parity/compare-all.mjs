import { chromium } from '@playwright/test';
import { randomBatches, writtenBatches } from './batches.mjs';
import { bundleClient } from './client/bundle.mjs';
import { tellDifference } from './report.mjs';
import { runScenario } from './run-scenario.mjs';
import { openAppCopy } from './side/app-copy.mjs';
import { serveApps } from './side/app-server.mjs';
import { openBridgeSide } from './side/bridge-side.mjs';
import { openBrowserSide } from './side/browser-side.mjs';

/** Runs every scenario on both sides; answers the number of those with a difference. */
export async function compareAll({ executablePath, only, verbose, random, seed, lanes }) {
  // The engine prints every error of an app, and these apps fail on purpose.
  const print = console.log;
  console.log = () => {};
  console.error = () => {};
  const bundle = await bundleClient();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const waiting = [
    ...(only === 'random' ? [] : await writtenBatches(only)),
    ...(only && only !== 'random' ? [] : randomBatches(random, seed)),
  ];
  const total = { scenarios: 0, steps: 0, differences: 0 };
  await Promise.all(Array.from({ length: lanes }, runLane));
  await browser.close();
  print(`${total.scenarios} scenarios, ${total.steps} steps, ${total.differences} differences`);
  return total.differences;

  async function runLane() {
    const server = await serveApps(bundle);
    const browserSide = await openBrowserSide({ browser, server });
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) await runBatch(batch, browserSide);
    await browserSide.close();
    server.close();
  }

  async function runBatch({ name, source, scenarios }, browserSide) {
    const copies = { browser: await openAppCopy(source), bridge: await openAppCopy(source) };
    for (const scenario of scenarios) {
      const result = await runScenario(scenario, { copies, browserSide, bridgeSide: openBridgeSide() });
      const { steps, difference } = result;
      total.scenarios++;
      total.steps += steps;
      if (difference) total.differences++;
      if (verbose || difference)
        print(`${difference ? 'DIFF' : 'ok  '} ${name}: ${scenario.name} (${steps} steps)`);
      if (difference) print(tellDifference(difference));
    }
    for (const copy of Object.values(copies)) await copy.close();
  }
}
