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
export async function compareAll({ packages, executablePath, only, verbose, random, seed, lanes }) {
  // The engine prints every error of an app, and these apps fail on purpose.
  const print = console.log;
  console.log = () => {};
  console.error = () => {};
  const { out, lacks } = await bundleClient(packages);
  print(`Lowdefy ${packages.version}${packages.isOwn ? '' : ` of ${packages.folder}`}`);
  for (const name of lacks) print(`The packages lack ${name}`);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const waiting = [
    ...(only === 'random' ? [] : await writtenBatches(only, packages)),
    ...(only && only !== 'random' ? [] : randomBatches(random, seed)),
  ];
  const total = { scenarios: 0, steps: 0, differences: 0, skipped: 0, restless: 0 };
  await Promise.all(Array.from({ length: lanes }, runLane));
  await browser.close();
  const { scenarios, steps, differences, skipped, restless } = total;
  const left = skipped > 0 ? `, ${skipped} scenarios skipped` : '';
  print(`${scenarios} scenarios, ${steps} steps, ${differences} differences${left}`);
  if (restless > 0) print(`${restless} steps were compared although the page was still moving`);
  return differences;

  async function runLane() {
    const server = await serveApps(out);
    const browserSide = await openBrowserSide({ browser, server });
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) await runBatch(batch, browserSide);
    total.restless += browserSide.restless;
    await browserSide.close();
    server.close();
  }

  async function openCopies(source) {
    const browserCopy = await openAppCopy(source, packages);
    return { browser: browserCopy, bridge: await openAppCopy(source, packages) };
  }

  async function runBatch({ name, source, scenarios }, browserSide) {
    const copies = await openCopies(source).catch((error) => {
      // Of rc.11 every app can be built.
      if (packages.isOwn) throw error;
      for (const scenario of scenarios) skip(scenario, error.message);
    });
    if (!copies) return;
    for (const type of copies.bridge.removed)
      print(`LESS ${name}: without ${type}, which these packages lack`);
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

    function skip(scenario, why) {
      total.skipped++;
      print(`SKIP ${name}: ${scenario.name}: ${why}`);
    }
  }
}
