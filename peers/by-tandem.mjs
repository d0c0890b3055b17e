import { fileURLToPath } from 'node:url';
import { openAgent } from './open-agent.mjs';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const set = (blockId, value) => ({ type: 'setValue', blockId, value });
const click = (blockId) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

/** The jobs with Tandem's tools, on the app in `dir`. */
export async function openTandem({ dir, format }) {
  const agent = await openAgent([PROGRAM, 'mcp', '--dir', dir, '--no-watch']);
  const { call } = agent;
  const begin = async (name, pageId) => {
    const [created] = (await call('session_create', { name, pageId, format })).split('\n');
    return JSON.parse(created).sessionId;
  };
  return {
    ...agent,
    order: async ({ fields }) =>
      call('interact', {
        sessionId: await begin('An order', 'order'),
        actions: [...Object.entries(fields).map(([id, value]) => set(id, value)), click('save')],
      }),
    invoice: async ({ customer, line }) =>
      call('interact', {
        sessionId: await begin('An invoice', 'create_invoice'),
        actions: [
          set('customer_id', customer),
          { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
          set('line_items.0.description', line.description),
          set('line_items.0.quantity', line.quantity),
          set('line_items.0.unit_price', line.price),
          click('save_button'),
        ],
      }),
    lookup: async ({ number }) =>
      call('interact', {
        sessionId: await begin('A look', 'invoices'),
        actions: [
          {
            type: 'triggerEvent',
            blockId: 'invoices_table',
            event: 'onRowClick',
            payload: { row: { number } },
          },
        ],
      }),
  };
}
