import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgent } from './open-agent.mjs';

const SERVER = new URL('../node_modules/@playwright/mcp/cli.js', import.meta.url).pathname;

/** The task with the tools of Playwright MCP, on the app's real client at `url`. */
export async function openBrowserAgent({ url, executablePath }) {
  // It writes what it saw into the folder it is started in.
  const folder = mkdtempSync(join(tmpdir(), 'tandem-cost-'));
  const agent = await openAgent(
    [SERVER, '--headless', '--isolated', '--no-sandbox', '--executable-path', executablePath],
    folder,
  );
  const { call } = agent;
  let seen = '';
  /** Looks only where something new has come that the next step needs. */
  const look = async () => {
    seen = await call('browser_snapshot', {});
  };
  const find = (what) => {
    const [, ref] = new RegExp(`${what}[^\\n]*\\[ref=(\\w+)\\]`).exec(seen) ?? [];
    if (!ref) throw new Error(`Nothing on the page is ${what}:\n${seen}`);
    return ref;
  };
  const click = (element, what) => call('browser_click', { element, target: find(what) });
  const field = (name, what, value) => ({ name, type: 'textbox', target: find(what), element: name, value });
  return {
    ...agent,
    async createInvoice({ customer, line }) {
      await call('browser_navigate', { url: `${url}/create_invoice` });
      // The page that it has come to may still be loading.
      do await look();
      while (!seen.includes('button "Save invoice" [ref'));
      await click('Customer', 'combobox "\\* Customer');
      await look();
      await click(customer, `generic(?= [^\\n]*: ${customer})`);
      await click('Add line', 'button "Add line"');
      await look();
      await call('browser_fill_form', {
        fields: [
          field('Description', 'textbox "[^"]*Description', line.description),
          field('Quantity', 'spinbutton "[^"]*Quantity', String(line.quantity)),
          field('Unit price', 'spinbutton "[^"]*rice', String(line.price)),
        ],
      });
      await click('Save', 'button "Save invoice"');
      do await look();
      while (!seen.includes('heading "Invoice '));
      return seen;
    },
    async close() {
      await agent.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
