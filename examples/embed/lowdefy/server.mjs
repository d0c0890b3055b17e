// node examples/embed/lowdefy/build.mjs, then node examples/embed/lowdefy/server.mjs: the server of a Lowdefy app, with
// Tandem at /tandem. Sessions run on the server's build, with its sign-in, and their requests on its connections.
import { join } from 'node:path';
import express from 'express';
import { createTandem } from 'tandem-mcp';
import { HOME, signIn, toCookie } from '../users.mjs';
import { openDatabase } from './database.mjs';
import { createHost } from './host.mjs';

const port = Number(process.env.PORT ?? 3000);
const dir = process.env.TANDEM_DIR ?? join(import.meta.dirname, 'bakery');
const database = await openDatabase();
const host = createHost({ dir, database });

const tandem = await createTandem({
  dir,
  lowdefy: {
    build: '.lowdefy/server/build',
    callRequest: (call, { user }) => host.callRequest(call, user),
  },
});
const mounted = await tandem.mount({ url: `http://localhost:${port}/tandem`, signIn });

const app = express();
app.use('/tandem', mounted.node);
app.use(express.json());
app.get('/', (_req, res) => void res.send(HOME));
app.get('/sign-in', (req, res) => {
  res.setHeader('Set-Cookie', toCookie(String(req.query.user ?? '')));
  res.redirect('/tandem/');
});
// What the app's own pages in the browser call.
app.post('/api/request/:pageId/:requestId', async (req, res) => {
  const { userId, name, roles } = await signIn(toRequest(req), { kind: 'person' });
  const user = userId && { id: userId, name, roles };
  const { pageId, requestId } = req.params;
  try {
    res.json(await host.callRequest({ pageId, requestId, payload: req.body.payload }, user));
  } catch (error) {
    res.status(500).json({ error: error.message });
  }
});

const server = app.listen(port, () => console.log(`http://localhost:${port}/`));
server.on('upgrade', (req, socket, head) => mounted.upgrade(req, socket, head) || socket.destroy());

process.once('SIGTERM', async () => {
  server.close();
  await tandem.close();
  await database.close();
  process.exit();
});

function toRequest({ headers }) {
  return new Request('http://localhost/', { headers: { cookie: headers.cookie ?? '' } });
}
