import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { defaultLogo } from '../../dist/lowdefy/client/default-logo.js';

const PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>parity</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/.client/style.css"><link rel="stylesheet" href="/.client/main.css"></head>
<body><div id="root"></div><script type="module" src="/.client/watch.js"></script><script type="module" src="/.client/main.js"></script></body></html>`;

/** Where the app's own functions are, which the build makes of `_js`. */
const JS_MAP = '/.client/js-map.js';

/**
 * What the stock server does for the client: pages, requests and the script, each for the user of the moment. It
 * serves whichever app is set, so that one browser can be used for all of them.
 */
export async function serveApps(bundle) {
  const files = Object.fromEntries(
    ['watch.js', 'main.js', 'style.css', 'main.css'].map((name) => [
      `/.client/${name}`,
      existsSync(join(bundle, name)) ? readFileSync(join(bundle, name)) : '',
    ]),
  );
  const serving = { app: null, user: null };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      // As stock servers tell errors of requests: older ones by their message, newer ones as serialized.
      const { serialize } = serving.app.packages.helpers.serializer;
      send(response, 500, JSON.stringify({ name: error.name, message: error.message, ...serialize(error) }));
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
    if (files[pathname] !== undefined) {
      const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/css';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=3600' });
      return response.end(files[pathname]);
    }
    if (pathname.startsWith('/api/page')) return sendPage(pathname.slice('/api/page/'.length), response);
    const [, pageId, requestId] = /^\/api\/request\/(.+)\/([^/]+)$/.exec(pathname) ?? [];
    if (requestId) return sendRequest(request, response, { pageId, requestId });
    const [, endpointId] = /^\/api\/endpoints\/(.+)$/.exec(pathname) ?? [];
    if (endpointId) return sendEndpoint(request, response, endpointId);
    const [, askingPage, agentId] = /^\/api\/agent\/(.+)\/([^/]+)$/.exec(pathname) ?? [];
    if (agentId) return sendAnswer(request, response, { pageId: askingPage, agentId });
    // Newer clients report errors of the app to the server's log.
    if (pathname === '/api/client-error') return send(response, 200, '{"success":true}');
    if (pathname === JS_MAP) return send(response, 200, readJsMap(serving.app), 'text/javascript');
    const logo = defaultLogo(pathname.slice(1), basename(serving.app.dir));
    if (logo !== undefined) return send(response, 200, logo, 'image/svg+xml');
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
    const jsMap = existsSync(jsMapOf(app)) ? `${JS_MAP}?${app.buildId}` : undefined;
    const answer = pageConfig ? { rootConfig, pageConfig, user, jsMap } : { redirect: '/404' };
    return send(response, 200, JSON.stringify(answer));
  }

  async function sendRequest(request, response, { pageId, requestId }) {
    const { app, user } = serving;
    const { payload } = await readBody(request);
    const call = { pageId, requestId, payload, blockId: undefined };
    const result = await app.packages.api.callRequest(app.createApiContext(user), call);
    return send(response, 200, JSON.stringify(result));
  }

  async function sendEndpoint(request, response, endpointId) {
    const { app, user } = serving;
    const { blockId, pageId, payload } = await readBody(request);
    const call = { blockId, endpointId, pageId, payload };
    const result = await app.packages.api.callEndpoint(app.createApiContext(user), call);
    return send(response, 200, JSON.stringify(result));
  }

  /** An answer of an agent, as it comes; the server reads it to its end, whoever has gone. */
  async function sendAnswer(request, response, { pageId, agentId }) {
    const { app, user } = serving;
    const { searchParams } = new URL(request.url, 'http://local');
    const conversationId = searchParams.get('conversationId') ?? undefined;
    const { messages, urlQuery, sharedState } = await readBody(request);
    const call = { agentId, pageId, messages, conversationId, urlQuery, sharedState };
    const answer = await app.packages.api.callAgent(app.createApiContext(user), call);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for await (const part of answer.response.body) response.write(part);
    response.end();
  }
}

async function readBody(request) {
  let body = '';
  for await (const part of request) body += part;
  return JSON.parse(body);
}

const jsMapOf = ({ buildDirectory }) => join(buildDirectory, 'plugins', 'operators', 'clientJsMap.js');
const readJsMap = (app) => readFileSync(jsMapOf(app));

function send(response, status, body, type = 'application/json') {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}
