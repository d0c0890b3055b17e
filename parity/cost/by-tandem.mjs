import { openAgent } from './open-agent.mjs';

/** The task with Tandem's tools, on the app in `dir`. */
export async function openTandem(dir) {
  const agent = await openAgent([
    new URL('../../dist/cli/main.js', import.meta.url).pathname,
    'mcp',
    '--dir',
    dir,
  ]);
  const { call } = agent;
  return {
    ...agent,
    async createInvoice({ customer, line }) {
      const [created] = (
        await call('session_create', { name: 'An invoice', pageId: 'create_invoice' })
      ).split('\n');
      const { sessionId } = JSON.parse(created);
      const set = (blockId, value) => ({ type: 'setValue', blockId, value });
      return call('interact', {
        sessionId,
        actions: [
          set('customer_id', customer),
          { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
          set('line_items.0.description', line.description),
          set('line_items.0.quantity', line.quantity),
          set('line_items.0.unit_price', line.price),
          { type: 'triggerEvent', blockId: 'save_button', event: 'onClick' },
        ],
      });
    },
  };
}
