import { chromium } from '@playwright/test';
import { writtenBatches } from './batches.mjs';
import { bundleClient } from './client/bundle.mjs';
import { ownPackages } from './packages/read-packages.mjs';
import { tellDifference } from './report.mjs';
import { runScenario } from './run-scenario.mjs';
import { openAppCopy } from './side/app-copy.mjs';
import { serveApps } from './side/app-server.mjs';
import { openBrowserSide } from './side/browser-side.mjs';
import { openSessionSide } from './side/session-side.mjs';
import { startTandem } from './side/tandem-server.mjs';
import { compareWithSession } from './sight/compare-with-session.mjs';

/** Runs every written scenario in the stock client and on the page of a session; returns the number of those with a difference. */
export async function compareSessions({ executablePath, only, verbose }) {
  const print = console.log;
  // The engine prints every error of an app, and these apps fail on purpose.
  console.log = () => {};
  console.error = () => {};
  const packages = ownPackages();
  const { out } = await bundleClient(packages);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const server = await serveApps(out);
  const browserSide = await openBrowserSide({ browser, server });
  const total = { scenarios: 0, steps: 0, differences: 0, restless: 0 };
  for (const batch of await writtenBatches(only, packages)) await runBatch(batch);
  await browser.close();
  server.close();
  const { scenarios, steps, differences, restless } = total;
  print(`${scenarios} scenarios, ${steps} steps, ${differences} differences`);
  if (restless > 0) print(`${restless} steps were compared although the page was still moving`);
  return differences;

  async function runBatch({ name, source, scenarios: batch }) {
    // A server acts as one user of the app.
    const users = new Map(batch.map(({ user = null }) => [JSON.stringify(user), user]));
    for (const user of users.values()) {
      const some = batch.filter((one) => (one.user ?? null) === user);
      const copies = {
        browser: await openAppCopy(source, packages),
        bridge: await openAppCopy(source, packages),
      };
      const tandem = await startTandem(copies.bridge.dir, { user });
      const sessionSide = await openSessionSide({ browser, tandem });
      for (const scenario of some) {
        const sides = { copies, browserSide, bridgeSide: sessionSide, compare: compareWithSession };
        const { steps: count, difference } = await runScenario(scenario, sides);
        total.scenarios++;
        total.steps += count;
        if (difference) total.differences++;
        if (verbose || difference)
          print(`${difference ? 'DIFF' : 'ok  '} ${name}: ${scenario.name} (${count} steps)`);
        if (difference) print(tellDifference(difference));
      }
      total.restless += sessionSide.restless;
      await sessionSide.close();
      await tandem.stop();
      for (const copy of Object.values(copies)) await copy.close();
    }
  }
}
