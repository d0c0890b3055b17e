import { deepStrictEqual } from 'node:assert';
import { APPS } from '../apps/apps.mjs';
import { bundleClient } from '../client/bundle.mjs';
import { ownPackages } from '../packages/read-packages.mjs';
import { openAppCopy } from '../side/app-copy.mjs';
import { serveApps } from '../side/app-server.mjs';
import { openBrowserAgent } from './by-browser.mjs';
import { openTandem } from './by-tandem.mjs';

const INVOICE = {
  customer: 'Acme Tools',
  line: { description: 'Work', quantity: 2, price: 10.5 },
};

/** Lets both agents make the same invoice by turns, sees that both made it, and prints what it cost each. */
export async function compareCost({ executablePath, rounds }) {
  const copies = { browser: await openAppCopy(APPS.invoices), tandem: await openAppCopy(APPS.invoices) };
  const server = await serveApps((await bundleClient(ownPackages())).out);
  server.serve(copies.browser.app, null);
  const agents = {
    browser: await openBrowserAgent({ url: server.url, executablePath }),
    tandem: await openTandem(copies.tandem.dir),
  };
  const costs = { browser: [], tandem: [] };
  // The first round starts the browser and builds the app; it does not count.
  for (let round = 0; round <= rounds; round++)
    for (const [name, agent] of Object.entries(agents)) {
      copies[name].reset();
      const cost = await agent.measure(async () => {
        const shown = await agent.createInvoice(INVOICE);
        if (!shown.includes('INV-0026'))
          throw new Error(`${name} did not come to the new invoice:\n${shown}`);
      });
      deepStrictEqual(newestInvoice(copies[name]), newestInvoice(copies.browser));
      if (round > 0) costs[name].push(cost);
    }
  tell({ browser: medians(costs.browser), tandem: medians(costs.tandem) }, agents);
  for (const open of [...Object.values(agents), ...Object.values(copies)]) await open.close();
  server.close();
}

function newestInvoice(copy) {
  const { invoices, invoice_lines: lines = [] } = copy.rows();
  const { created_at: _created, updated_at: _updated, ...invoice } = invoices.at(-1);
  return { invoice, lines: lines.filter(({ invoice_id: id }) => id === invoice.id) };
}

function medians(costs) {
  const middle = (key) => costs.map((cost) => cost[key]).sort((a, b) => a - b)[Math.floor(costs.length / 2)];
  return { calls: middle('calls'), read: middle('read'), written: middle('written'), ms: middle('ms') };
}

function tell({ browser, tandem }, agents) {
  const line = (what, a, b) =>
    console.log(
      `cost ${what}: ${(b / a).toFixed(2)}x — Playwright MCP ${a.toFixed(0)}, Tandem ${b.toFixed(0)}`,
    );
  line('calls', browser.calls, tandem.calls);
  line('tokens read', browser.read, tandem.read);
  line('tokens written', browser.written, tandem.written);
  line('milliseconds', browser.ms, tandem.ms);
  line('tokens of the list of tools', agents.browser.toolTokens, agents.tandem.toolTokens);
}
