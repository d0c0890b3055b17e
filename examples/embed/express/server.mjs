// node examples/embed/express/server.mjs: a server on Express, with Tandem at /tandem.
import express from 'express';
import { createTandem } from 'tandem-mcp';
import { orderCake } from '../order-cake.mjs';
import { HOME, signIn, toCookie } from '../users.mjs';

const port = Number(process.env.PORT ?? 3000);
const tandem = await createTandem({ dir: process.env.TANDEM_DIR ?? import.meta.dirname, tools: [orderCake] });
const mounted = await tandem.mount({ url: `http://localhost:${port}/tandem`, signIn });

const app = express();
// Before body parsers: Tandem reads bodies itself, and bounds them.
app.use('/tandem', mounted.node);
app.use(express.json());
app.get('/', (_req, res) => void res.send(HOME));
app.get('/sign-in', (req, res) => {
  res.setHeader('Set-Cookie', toCookie(String(req.query.user ?? '')));
  res.redirect('/tandem/');
});

const server = app.listen(port, () => console.log(`http://localhost:${port}/`));
server.on('upgrade', (req, socket, head) => mounted.upgrade(req, socket, head) || socket.destroy());

process.once('SIGTERM', async () => {
  server.close();
  await tandem.close();
  process.exit();
});
