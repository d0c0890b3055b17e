import { APPS } from '../parity/apps/apps.mjs';
import { bundleClient } from '../parity/client/bundle.mjs';
import { ownPackages } from '../parity/packages/read-packages.mjs';
import { openAppCopy } from '../parity/side/app-copy.mjs';
import { serveApps } from '../parity/side/app-server.mjs';
import { openDevtools } from './by-devtools.mjs';
import { openPlaywright } from './by-playwright.mjs';
import { openTandem } from './by-tandem.mjs';
import { GIVEN, JOBS } from './jobs.mjs';
import { ORDERS } from './orders-app.mjs';

const PEERS = {
  'Tandem, `format: compact`': ({ dir }) => openTandem({ dir, format: 'compact' }),
  'Tandem, tags': ({ dir }) => openTandem({ dir, format: 'tags' }),
  'Playwright MCP, frugal': (at) => openPlaywright({ ...at, isFrugal: true }),
  'Chrome DevTools MCP': (at) => openDevtools(at),
  'Playwright MCP, default': (at) => openPlaywright({ ...at, isFrugal: false }),
};

/** Each agent does each job `rounds` times on a fresh database; the medians, by job and agent. */
export async function comparePeers({ executablePath, rounds, only }) {
  const apps = { orders: ORDERS, invoices: APPS.invoices };
  const server = await serveApps((await bundleClient(ownPackages())).out);
  const measured = [];
  for (const job of JOBS)
    for (const [name, open] of Object.entries(PEERS)) {
      if (!`${job.name} ${name}`.includes(only)) continue;
      const copy = await openAppCopy(apps[job.app]);
      server.serve(copy.app, null);
      const agent = await open({ dir: copy.dir, url: server.url, executablePath });
      const costs = [];
      // The first round starts the browser and builds the app; it does not count.
      for (let round = 0; round <= rounds; round++) {
        copy.reset();
        const cost = await agent.measure(async () => {
          const read = await agent[job.name](GIVEN[job.name]);
          if (!read.includes(job.result)) throw new Error(`${name}, ${job.name}: not finished:\n${read}`);
        });
        checkRows(copy, job);
        if (round > 0) costs.push(cost);
      }
      measured.push({ job, name, toolTokens: agent.toolTokens, ...medians(costs) });
      await agent.close();
      await copy.close();
    }
  server.close();
  return measured;
}

/** What is in the database counts, not what the page said. */
function checkRows(copy, { expected }) {
  if (!expected) return;
  const rows = copy.rows()[expected.table] ?? [];
  for (const [key, value] of Object.entries(expected.row))
    if (rows.at(-1)?.[key] !== value)
      throw new Error(`The newest row of ${expected.table} has ${key} ${rows.at(-1)?.[key]}, not ${value}.`);
}

function medians(costs) {
  const middle = (key) => costs.map((cost) => cost[key]).sort((a, b) => a - b)[Math.floor(costs.length / 2)];
  return Object.fromEntries(['calls', 'read', 'written', 'ms', 'mb'].map((key) => [key, middle(key)]));
}
