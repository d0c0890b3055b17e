import type { Endpoint } from './endpoints.ts';
import type { GuardedServer } from './guarded-server.ts';
import type { RawRequest } from './raw-request.ts';

/** One thing that is wrong with an otherwise correct request. */
export interface Attack {
  name: string;
  /** The header that makes it wrong; null omits it. */
  headers?(server: GuardedServer, endpoint: Endpoint): Record<string, string | null>;
  change?(request: RawRequest, server: GuardedServer): RawRequest;
  /** The expected status at an endpoint, or undefined if it is not an attack there. */
  status(endpoint: Endpoint): number | undefined;
  /** Refused by the protocol layer, which says nothing. */
  isWordless?: true;
}

const refused = () => 403;
const isPerson = ({ kind }: Endpoint) => kind === 'page' || kind === 'views';
const hasBody = ({ name }: Endpoint) => name.startsWith('POST');
const isSocket = ({ name }: Endpoint) => name.startsWith('WebSocket');
const portOf = (server: GuardedServer, endpoint: Endpoint) => server[endpoint.port];

const hosts: Attack[] = [
  ['evil.com', () => 'evil.com'],
  ['evil.com:PORT', (port: number) => `evil.com:${port}`],
  ['127.0.0.1.evil.com:PORT', (port: number) => `127.0.0.1.evil.com:${port}`],
  ['localhost.:PORT', (port: number) => `localhost.:${port}`],
  ['0.0.0.0:PORT', (port: number) => `0.0.0.0:${port}`],
].map(([name, host]) => ({
  name: `Host ${name as string}`,
  headers: (server, endpoint) => ({ Host: (host as (port: number) => string)(portOf(server, endpoint)) }),
  status: refused,
}));

const origins: Attack[] = [
  ['https://evil.example', () => 'https://evil.example'],
  ['null', () => 'null'],
  ['another port of localhost', () => 'http://localhost:1'],
  ['another port of 127.0.0.1', () => 'http://127.0.0.1:1'],
  ['the same host over https', (server: GuardedServer) => `https://localhost:${server.ui}`],
].map(([name, origin]) => ({
  name: `Origin ${name as string}`,
  headers: (server) => ({ Origin: (origin as (server: GuardedServer) => string)(server) }),
  status: refused,
}));

const fromOurPages: Attack[] = [
  {
    name: "Origin of the person's page",
    headers: (server) => ({ Origin: `http://localhost:${server.ui}` }),
    status: (endpoint) => (endpoint.kind === 'page' ? undefined : 403),
  },
  {
    name: 'Origin of a live view',
    headers: (server) => ({ Origin: `http://127.0.0.1:${server.ui}` }),
    status: (endpoint) => (endpoint.kind === 'views' ? undefined : 403),
  },
  {
    name: 'Origin of the MCP port itself',
    headers: (server) => ({ Origin: `http://127.0.0.1:${server.mcp}` }),
    // Joined listeners have one port, which is then the live views' own.
    status: (endpoint) => (endpoint.kind === 'views' ? undefined : 403),
  },
  {
    name: 'no Origin where a cookie alone would do',
    headers: () => ({ Origin: null }),
    status: (endpoint) =>
      isPerson(endpoint) && (isSocket(endpoint) || hasBody(endpoint)) && !endpoint.name.includes('/api/code')
        ? 403
        : undefined,
  },
];

const sites: Attack[] = ['cross-site', 'same-site'].map((site) => ({
  name: `Sec-Fetch-Site ${site}`,
  headers: () => ({ 'Sec-Fetch-Site': site }),
  status: refused,
}));

const callers: Attack[] = [
  {
    name: 'Sec-Fetch-Site same-origin, from a page',
    headers: () => ({ 'Sec-Fetch-Site': 'same-origin' }),
    status: (endpoint) => (isPerson(endpoint) ? undefined : 403),
  },
  {
    name: 'a framed page',
    headers: () => ({
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'iframe',
    }),
    status: refused,
  },
  {
    name: 'no credentials',
    headers: () => ({ Authorization: null, Cookie: null }),
    // Without a token this is a change with a cookie alone, which first requires an Origin.
    status: (endpoint) => (endpoint.isWayIn ? undefined : endpoint.name.includes('/api/code') ? 403 : 401),
  },
  {
    name: 'a wrong token',
    headers: (_server, endpoint): Record<string, string> =>
      endpoint.name.includes('/api/code') || !isPerson(endpoint)
        ? { Authorization: `Bearer ${'x'.repeat(43)}` }
        : { Cookie: `tandem_${endpoint.kind}_1=x.y` },
    status: (endpoint) => (endpoint.isWayIn ? undefined : 401),
  },
  {
    name: 'the page token as a key',
    headers: (server) => ({ Authorization: `Bearer ${server.uiToken}` }),
    status: (endpoint) => (endpoint.kind === 'mcp' ? 401 : undefined),
  },
  {
    name: 'a cookie instead of a key',
    headers: (server) => ({
      Authorization: null,
      Cookie: `${server.cookie('page')}; ${server.cookie('views')}`,
    }),
    status: (endpoint) => (isPerson(endpoint) ? undefined : 401),
  },
  {
    name: 'a key instead of a cookie',
    headers: (server) => ({ Cookie: null, Authorization: `Bearer ${server.key}` }),
    status: (endpoint) => (isPerson(endpoint) && !endpoint.isWayIn ? 401 : undefined),
  },
  {
    name: 'the cookie of the other origin',
    headers: (server, endpoint) => {
      const other = endpoint.kind === 'page' ? 'views' : 'page';
      const value = server.cookie(other).split('=')[1];
      // Under its own name and under the name that is looked for.
      return { Cookie: `${server.cookie(other)}; tandem_${endpoint.kind}_${server.ui}=${value}` };
    },
    status: (endpoint) =>
      isPerson(endpoint) && !endpoint.isWayIn && !endpoint.name.includes('/api/code') ? 401 : undefined,
  },
  {
    name: "no page token where the person's own is needed",
    headers: () => ({ 'X-Tandem-Token': null }),
    status: (endpoint) => (endpoint.needsPageToken ? 403 : undefined),
  },
  {
    name: 'a wrong page token',
    headers: () => ({ 'X-Tandem-Token': 'x'.repeat(43) }),
    status: (endpoint) => (endpoint.needsPageToken ? 403 : undefined),
  },
];

const LARGE = `"${'x'.repeat(70_000)}"`;

const bodies: Attack[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', null].map(
    (type): Attack => ({
      name: `Content-Type ${type ?? 'missing'}`,
      headers: () => ({ 'Content-Type': type }),
      status: (endpoint) => (hasBody(endpoint) ? 415 : undefined),
    }),
  ),
  {
    name: 'a body that is too large, as declared',
    change: (request) => ({ ...request, body: LARGE }),
    status: (endpoint) => (hasBody(endpoint) ? 413 : undefined),
  },
  {
    name: 'a body that is declared too large and never sent',
    change: (request) => ({
      ...request,
      body: '',
      headers: { ...request.headers, 'Content-Length': '999999' },
    }),
    status: (endpoint) => (hasBody(endpoint) ? 413 : undefined),
  },
  {
    name: 'a body that is too large, in chunks',
    change: (request) => ({ ...request, body: LARGE, chunked: true }),
    status: (endpoint) => (hasBody(endpoint) ? 413 : undefined),
  },
  {
    name: 'a body that is not JSON',
    change: (request) => ({ ...request, body: '{"half":' }),
    status: (endpoint) => (hasBody(endpoint) ? 400 : undefined),
  },
];

const DEEP = '['.repeat(5000) + ']'.repeat(5000);

const shapes: Attack[] = [
  {
    name: 'JSON that is nested 5,000 deep',
    change: (request) => ({ ...request, body: DEEP }),
    status: (endpoint) => (hasBody(endpoint) ? 400 : undefined),
  },
  {
    name: 'arguments that are nested 5,000 deep',
    change: (request) => ({
      ...request,
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"session_list","arguments":{"query":${DEEP}}}}`,
    }),
    status: (endpoint) => (hasBody(endpoint) ? 400 : undefined),
  },
  {
    name: 'a body of a stranger that is never sent whole',
    headers: () => ({ Authorization: null, Cookie: null, 'Content-Length': '60000' }),
    status: (endpoint) =>
      !hasBody(endpoint) || endpoint.isWayIn ? undefined : endpoint.name.includes('/api/code') ? 403 : 401,
  },
  {
    name: 'a body in an encoding that nobody undoes',
    headers: () => ({ 'Transfer-Encoding': 'gzip, chunked' }),
    change: (request) => ({ ...request, chunked: true }),
    status: (endpoint) => (hasBody(endpoint) ? 501 : undefined),
  },
];

/** Proxies and programs disagree on which of two counts, so that what one checks is not what another uses. */
const twice: Attack[] = [
  ['Host', 'evil.com'],
  ['Host', 'localhost'],
  ['Authorization', `Bearer ${'x'.repeat(43)}`],
  ['Origin', 'https://evil.example'],
  ['Cookie', 'tandem_page_1=x.y'],
  ['Content-Type', 'text/plain'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['X-Tandem-Token', 'x'.repeat(43)],
  ['Mcp-Session-Id', 'mcp_00000000000000000000000000'],
].map(([name, value]) => ({
  name: `a second ${name}: ${value}`,
  headers: (server, endpoint) => {
    const own = endpoint.request(server).headers;
    return { [name as string]: own[name as string] ?? (value as string) };
  },
  change: (request) => ({ ...request, lines: [`${name?.toLowerCase()}: ${value}`] }),
  status: () => 400,
}));

const targets: Attack[] = [
  {
    name: 'more headers than any client sends',
    change: (request) => ({ ...request, lines: Array.from({ length: 3000 }, () => 'A:') }),
    status: () => 431,
  },
  {
    name: 'no Host',
    headers: () => ({ Host: null }),
    status: (endpoint) => (isSocket(endpoint) ? 403 : 400),
    isWordless: true,
  },
  {
    name: 'an absolute target that names another host, and the Origin to match',
    change: (request) => ({
      ...request,
      path: `http://localhost:1${request.path}`,
      headers: { ...request.headers, Origin: 'http://localhost:1' },
    }),
    status: () => 400,
  },
  {
    name: 'a target with two slashes that names another host, and the Origin to match',
    change: (request) => ({
      ...request,
      path: `//localhost:1${request.path}`,
      headers: { ...request.headers, Origin: 'http://localhost:1' },
    }),
    status: refused,
  },
  {
    name: 'a foreign MCP session id',
    headers: () => ({ 'Mcp-Session-Id': 'mcp_00000000000000000000000000' }),
    status: (endpoint) => (endpoint.kind === 'mcp' && endpoint.name.includes('/mcp ') ? 404 : undefined),
  },
];

export const ATTACKS: Attack[] = [
  ...hosts,
  ...origins,
  ...fromOurPages,
  ...sites,
  ...callers,
  ...bodies,
  ...shapes,
  ...twice,
  ...targets,
];
