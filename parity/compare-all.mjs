import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { APPS } from './apps/apps.mjs';
import { bundleClient } from './client/bundle.mjs';
import { tellDifference } from './report.mjs';
import { runScenario } from './run-scenario.mjs';
import { openAppCopy } from './side/app-copy.mjs';
import { serveApps } from './side/app-server.mjs';
import { openBridgeSide } from './side/bridge-side.mjs';
import { openBrowserSide } from './side/browser-side.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Runs every scenario on both sides; answers the number of those with a difference. */
export async function compareAll({ executablePath, only, verbose }) {
  // The engine prints every error of an app, and these apps fail on purpose.
  const print = console.log;
  console.log = () => {};
  console.error = () => {};
  const server = await serveApps(await bundleClient());
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const browserSide = await openBrowserSide({ browser, server });
  const total = { scenarios: 0, steps: 0, differences: 0 };
  try {
    for (const [app, scenarios] of Object.entries(await loadScenarios(only))) {
      const copies = { browser: await openAppCopy(APPS[app]), bridge: await openAppCopy(APPS[app]) };
      for (const scenario of scenarios) {
        const result = await runScenario(scenario, { copies, browserSide, bridgeSide: openBridgeSide() });
        total.scenarios++;
        total.steps += result.steps;
        total.differences += result.differences.length;
        if (verbose || result.differences.length > 0)
          print(
            `${result.differences.length === 0 ? 'ok  ' : 'DIFF'} ${app}: ${scenario.name} (${result.steps} steps)`,
          );
        for (const difference of result.differences) print(tellDifference(difference));
      }
      for (const copy of Object.values(copies)) await copy.close();
    }
  } finally {
    await browserSide.close();
    await browser.close();
    server.close();
  }
  print(`${total.scenarios} scenarios, ${total.steps} steps, ${total.differences} differences`);
  return total.differences;
}

async function loadScenarios(only) {
  const byApp = {};
  for (const name of readdirSync(join(here, 'scenarios')).sort()) {
    const { scenarios } = await import(`./scenarios/${name}`);
    for (const scenario of scenarios) {
      if (only && !`${scenario.app}: ${scenario.name}`.includes(only)) continue;
      byApp[scenario.app] ??= [];
      byApp[scenario.app].push(scenario);
    }
  }
  return byApp;
}
