// node --import ./resolve-names.mjs proxy-client.mjs URL KEY: real clients of every kind, in a process that trusts the
// certificate of the proxy (NODE_EXTRA_CA_CERTS). Prints what they saw as JSON.
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import WebSocket from 'ws';

const [url, key] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const base = pathname === '/' ? '' : pathname;
const requestInit = { headers: { Authorization: `Bearer ${key}` } };
const seen = {};

const textOf = ({ content }) => content.map(({ text }) => text).join('\n');

async function agent(mode, transport) {
  const client = new Client({ name: mode, version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const asked = await client.callTool({ name: 'order_meal', arguments: { flight: `SH-${mode}` } });
  return { client, era: client.getProtocolEra(), tools: tools.map(({ name }) => name), text: textOf(asked) };
}

const show = ({ client: _, ...rest }) => rest;
const modern = await agent('auto', new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
seen.modern = show(modern);
seen.legacy = show(
  await agent('legacy', new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit })),
);
seen.sse = show(await agent('legacy', new SSEClientTransport(new URL(`${url}/sse`), { requestInit })));
const first = new Client1({ name: '1.x', version: '1' });
await first.connect(new Http1(new URL(`${url}/mcp`), { requestInit }));
seen.v1 = textOf(await first.callTool({ name: 'order_meal', arguments: { flight: 'SH-1' } }));

// The person: signs in with the key, reads the page and its script, listens on a WebSocket, answers the question.
const post = (path, body, headers) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
    body: JSON.stringify(body),
  });
const signedIn = await post('/api/sign-in', { secret: key });
seen.cookie = signedIn.headers.get('set-cookie');
const Cookie = seen.cookie.split(';')[0];
const get = (path, headers = {}) =>
  fetch(`${origin}${path}`, { redirect: 'manual', headers: { Cookie, ...headers } });
const page = await (await get(`${base}/`, { Accept: 'text/html' })).text();
const [, script] = /src="([^"]+\.js)"/.exec(page);
seen.script = { path: script, status: (await get(script)).status };
seen.status = (await (await get(`${base}/api/status`)).json()).mcpUrl;
const { token } = await (await get(`${base}/api/page-token`)).json();

const [link] = /https:\S*\/asks\/[\w-]+/.exec(seen.modern.text);
seen.link = link;
const path = new URL(link).pathname.slice(base.length);
seen.socket = await firstOf({ Cookie, Origin: origin });
seen.foreignSocket = await firstOf({ Cookie, Origin: 'https://evil.example' });
function firstOf(headers) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('https', 'wss')}/ws${path}`, { headers });
    socket.once('message', (data) => {
      socket.close();
      resolve(String(data));
    });
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    socket.once('error', ({ message }) => resolve(message));
  });
}
// Events reach the page one by one: the stream stays open behind the first.
const events = await post('/api/events/ws', {}, { Cookie, 'X-Tandem-Token': token });
const reader = events.body.getReader();
seen.events = Buffer.from((await reader.read()).value).toString();
await reader.cancel();

const content = { meal: 'curry', drinks: ['tea'], portions: 1, glutenFree: false };
const answered = await post(
  `/api${path}`,
  { action: 'accept', content },
  { Cookie, 'X-Tandem-Token': token },
);
seen.answered = answered.status;
const askId = link.split('/').at(-1);
const result = await modern.client.callTool({ name: 'ask_result', arguments: { askId, waitSeconds: 50 } });
seen.result = textOf(result);

// A live UI: its session, and the way from the page to the origin of views.
const live = (name, args) => modern.client.callTool({ name, arguments: args }).then(textOf);
seen.display = await live('ui_display', { name: 'contacts', sessionId: 'new' });
const [sessionId] = /sess_\w+/.exec(seen.display) ?? [];
seen.browser = await live('ui_open_browser', { sessionId });
const [address] = /https:\S+/.exec(seen.browser) ?? [];
const toViews = await get(new URL(address).pathname, { Accept: 'text/html' });
seen.toViews = toViews.headers.get('location');
const entered = await fetch(seen.toViews, { redirect: 'manual' });
seen.viewsCookie = entered.headers.get('set-cookie');
const view = await fetch(new URL(entered.headers.get('location'), seen.toViews), {
  headers: { Cookie: seen.viewsCookie.split(';')[0], Accept: 'text/html' },
});
seen.view = view.status;

process.stdout.write(JSON.stringify(seen));
process.exit(0);
