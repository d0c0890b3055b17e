import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>parity</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/.client/style.css"></head>
<body><div id="root"></div><script type="module" src="/.client/watch.js"></script><script type="module" src="/.client/main.js"></script></body></html>`;

/**
 * What the stock server does for the client: pages, requests and the script, each for the user of the moment. It
 * serves whichever app is set, so that one browser can be used for all of them.
 */
export async function serveApps(bundle) {
  const files = Object.fromEntries(
    ['watch.js', 'main.js', 'style.css'].map((name) => [
      `/.client/${name}`,
      readFileSync(join(bundle, name)),
    ]),
  );
  const serving = { app: null, user: null };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      // As the stock server tells errors of requests.
      send(response, 500, JSON.stringify({ name: error.name, message: error.message }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    serve: (app, user) => Object.assign(serving, { app, user }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  async function answer(request, response) {
    const { pathname } = new URL(request.url, 'http://local');
    if (files[pathname]) {
      const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/css';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=3600' });
      return response.end(files[pathname]);
    }
    if (pathname.startsWith('/api/page')) return sendPage(pathname.slice('/api/page/'.length), response);
    const [, pageId, requestId] = /^\/api\/request\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    if (requestId) return sendRequest(request, response, { pageId, requestId });
    return send(response, 200, PAGE, 'text/html');
  }

  async function sendPage(path, response) {
    const { app, user } = serving;
    const context = app.createApiContext(user);
    const rootConfig = await app.packages.api.getRootConfig(context);
    const { home } = rootConfig;
    if (path === '' && !home.configured)
      return send(response, 200, JSON.stringify({ redirect: `/${home.pageId}` }));
    const pageId = path === '' ? home.pageId : decodeURIComponent(path);
    const pageConfig = await app.packages.api.getPageConfig(context, { pageId });
    const answer = pageConfig ? { rootConfig, pageConfig, user } : { redirect: '/404' };
    return send(response, 200, JSON.stringify(answer));
  }

  async function sendRequest(request, response, { pageId, requestId }) {
    const { app, user } = serving;
    let body = '';
    for await (const part of request) body += part;
    const { payload } = JSON.parse(body);
    const call = { pageId, requestId, payload, blockId: undefined };
    const result = await app.packages.api.callRequest(app.createApiContext(user), call);
    return send(response, 200, JSON.stringify(result));
  }
}

function send(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}
