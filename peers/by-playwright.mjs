import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAgent } from './open-agent.mjs';

const SERVER = fileURLToPath(new URL('../parity/node_modules/@playwright/mcp/cli.js', import.meta.url));

/**
 * The jobs with the tools of Playwright MCP, on the app's real client at `url`. By default it looks at the whole page
 * where something new is needed; a frugal one searches the page for what it needs.
 */
export async function openPlaywright({ url, executablePath, isFrugal }) {
  // It writes what it saw into the folder it is started in.
  const folder = mkdtempSync(join(tmpdir(), 'tandem-peers-'));
  const browser = ['--headless', '--isolated', '--no-sandbox', '--executable-path', executablePath];
  const agent = await openAgent([SERVER, ...browser, ...(isFrugal ? ['--snapshot-mode', 'none'] : [])], {
    cwd: folder,
  });
  const { call } = agent;
  let seen = '';
  /** Until what is waited for is there: the page may still be loading. */
  const look = async (until, wanted = until) => {
    do seen = isFrugal ? await call('browser_find', { regex: wanted }) : await call('browser_snapshot', {});
    while (!new RegExp(until).test(seen));
    return seen;
  };
  const find = (what) => {
    const [, ref] = new RegExp(`${what}[^\\n]*?\\[ref=(\\w+)\\]`).exec(seen) ?? [];
    if (!ref) throw new Error(`Nothing on the page is ${what}:\n${seen}`);
    return ref;
  };
  const click = (element, what) => call('browser_click', { element, target: find(what) });
  const field = (name, role = 'textbox') => ({
    name,
    type: 'textbox',
    target: find(`${role} "[^"]*${name}`),
    element: name,
  });
  const fill = (fields) => call('browser_fill_form', { fields });
  const choose = (name, text) =>
    call('browser_type', { element: name, target: find(`combobox "[^"]*${name}`), text, submit: true });
  return {
    ...agent,
    async order({ fields }) {
      const names = ['Name', 'Email', 'Phone', 'Street', 'Postcode', 'City'];
      await call('browser_navigate', { url: `${url}/order` });
      await look(
        'button "Save',
        `(Name|Email|Phone|Street|Postcode|City|Item|Color|Quantity|Notes)|button "Save`,
      );
      await fill([
        ...names.map((name) => ({ ...field(name), value: fields[name.toLowerCase()] })),
        { ...field('Quantity', 'spinbutton'), value: String(fields.quantity) },
        { ...field('Notes'), value: fields.notes },
      ]);
      await choose('Item', fields.item);
      await choose('Color', fields.color);
      await click('Save', 'button "Save');
      return look('Saved as order|Ada Byron');
    },
    async invoice({ customer, line }) {
      await call('browser_navigate', { url: `${url}/create_invoice` });
      await look('button "Save invoice" \\[ref', 'combobox "|button "(Add line|Save invoice)');
      await choose('Customer', customer);
      await click('Add line', 'button "Add line"');
      await look('Description', 'textbox "[^"]*Description|spinbutton|button "Save invoice"');
      await fill([
        { ...field('Description'), value: line.description },
        { ...field('Quantity', 'spinbutton'), value: String(line.quantity) },
        { ...field('rice', 'spinbutton'), value: String(line.price) },
      ]);
      await click('Save', 'button "Save invoice"');
      return look('INV-0026');
    },
    async lookup({ number }) {
      await call('browser_navigate', { url: `${url}/invoices` });
      await look(`gridcell "${number}`, number);
      await click('the row', `gridcell "${number}`);
      return look(`Invoice ${number}[\\s\\S]*Total|Total[\\s\\S]*€`, `Invoice ${number}|Customer|Total`);
    },
    async close() {
      await agent.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
