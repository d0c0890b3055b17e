import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createChatHandler, loadChatModel } from 'tandem-mcp/chat';
import { createFileStore } from 'tandem-mcp/stores';
import { orderCake } from './order-cake.ts';
import { planDelivery } from './plan-delivery.ts';
import { ordersOf } from './shop.ts';
import { signIn, userOf } from './sign-in.ts';

const chat = createChatHandler({
  // Chosen by the key in the environment, else a script that says so. Any other model of the AI SDK works too.
  model: await loadChatModel(),
  systemPrompt: 'You serve the customers of a bakery.',
  tools: [orderCake, planDelivery],
  store: createFileStore({ root: '.data' }),
  user: userOf,
});

const app = new Hono();
app.route('/api/session', signIn);
app.get('/api/orders', (c) => c.json(ordersOf(userOf(c.req.raw))));
app.all('/api/chat/*', (c) => chat(c.req.raw));
app.use(serveStatic({ root: 'dist' }));

const port = Number(process.env.PORT ?? 3000);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  console.log(`http://127.0.0.1:${address.port}`);
});
process.once('SIGTERM', () => void chat.close().then(() => process.exit()));
