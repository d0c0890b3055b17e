import { createTandem } from 'tandem-mcp';
import { orderCake } from '../order-cake.mjs';
import { signIn } from '../users.mjs';

/** One for the process: in development Next.js loads this module again when a file changes. */
export function mounted() {
  globalThis.mountedTandem ??= mount();
  return globalThis.mountedTandem;
}

async function mount() {
  const tandem = await createTandem({ dir: process.env.TANDEM_DIR ?? process.cwd(), tools: [orderCake] });
  return tandem.mount({
    url: process.env.TANDEM_URL ?? 'http://localhost:3000/tandem',
    signIn,
    // Route handlers cannot upgrade requests.
    webSockets: false,
  });
}
