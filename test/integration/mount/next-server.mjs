// Serves the routes of the Next.js example as Next.js does: each export is a fetch handler for its method.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

const examples = new URL('../../../examples/embed/next/app/', import.meta.url);
const tandem = await import(new URL('tandem/%5B%5B...path%5D%5D/route.js', examples).href);
const signIn = await import(new URL('sign-in/route.js', examples).href);
const home = await import(new URL('route.js', examples).href);

const port = Number(process.env.PORT);
const routeOf = (path) => (/^\/tandem(\/|$)/.test(path) ? tandem : path === '/sign-in' ? signIn : home);
const answer = getRequestListener((request) => {
  const handle = routeOf(new URL(request.url).pathname)[request.method];
  return handle ? handle(request) : new Response(null, { status: 405 });
});
createServer(answer).listen(port, () => console.log(`http://localhost:${port}/`));
process.once('SIGTERM', () => process.exit());
