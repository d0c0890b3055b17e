// node examples/embed/hono/server.mjs: a server on Hono, with Tandem at /tandem.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createTandem } from 'tandem-mcp';
import { orderCake } from '../order-cake.mjs';
import { HOME, signIn, toCookie } from '../users.mjs';

const port = Number(process.env.PORT ?? 3000);
const tandem = await createTandem({ dir: process.env.TANDEM_DIR ?? import.meta.dirname, tools: [orderCake] });
const mounted = await tandem.mount({ url: `http://localhost:${port}/tandem`, signIn });

const app = new Hono();
app.get('/', (c) => c.html(HOME));
app.get('/sign-in', (c) => {
  c.header('Set-Cookie', toCookie(c.req.query('user') ?? ''));
  return c.redirect('/tandem/');
});
app.all('/tandem/*', (c) => mounted.fetch(c.req.raw));

const server = serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}/`));
server.on('upgrade', (req, socket, head) => mounted.upgrade(req, socket, head) || socket.destroy());

process.once('SIGTERM', async () => {
  server.close();
  await tandem.close();
  process.exit();
});
