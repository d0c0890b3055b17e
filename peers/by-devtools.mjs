import { fileURLToPath } from 'node:url';
import { openAgent } from './open-agent.mjs';

const SERVER = fileURLToPath(
  new URL('node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js', import.meta.url),
);

/** The jobs with the tools of Chrome DevTools MCP, on the app's real client at `url`. */
export async function openDevtools({ url, executablePath }) {
  const agent = await openAgent([
    SERVER,
    '--headless',
    '--isolated',
    '--executablePath',
    executablePath,
    '--chromeArg=--no-sandbox',
    '--usageStatistics=false',
  ]);
  /** The page that it starts with. */
  const call = (name, given) => agent.call(name, { pageId: 1, ...given });
  let seen = '';
  const look = async (until) => {
    do seen = await call('take_snapshot', {});
    while (!new RegExp(until).test(seen));
    return seen;
  };
  const find = (what) => {
    const [, uid] = new RegExp(`uid=(\\S+) ${what}`).exec(seen) ?? [];
    if (!uid) throw new Error(`Nothing on the page is ${what}:\n${seen}`);
    return uid;
  };
  const open = (path) => call('navigate_page', { type: 'url', url: `${url}/${path}` });
  const click = (what) => call('click', { uid: find(what) });
  const field = (name, value, role = 'textbox') => ({
    uid: find(`${role} "[^"]*${name}`),
    value: String(value),
  });
  const choose = async (name, text) => {
    await click(`combobox "[^"]*${name}`);
    await call('type_text', { text, submitKey: 'Enter' });
  };
  return {
    ...agent,
    async order({ fields }) {
      const names = ['Name', 'Email', 'Phone', 'Street', 'Postcode', 'City'];
      await open('order');
      await look('button "Save');
      await call('fill_form', {
        elements: [
          ...names.map((name) => field(name, fields[name.toLowerCase()])),
          field('Quantity', fields.quantity, 'spinbutton'),
          field('Notes', fields.notes),
        ],
      });
      await choose('Item', fields.item);
      await choose('Color', fields.color);
      await click('button "Save');
      return look('Saved as order');
    },
    async invoice({ customer, line }) {
      await open('create_invoice');
      await look('button "Save invoice"');
      await choose('Customer', customer);
      await click('button "Add line"');
      await look('textbox "[^"]*Description');
      await call('fill_form', {
        elements: [
          field('Description', line.description),
          field('Quantity', line.quantity, 'spinbutton'),
          field('rice', line.price, 'spinbutton'),
        ],
      });
      await click('button "Save invoice"');
      return look('INV-0026');
    },
    async lookup({ number }) {
      await open('invoices');
      await look(`"${number}"`);
      await click(`[^\\n]*"${number}"`);
      return look(`Invoice ${number}[\\s\\S]*Total`);
    },
  };
}
