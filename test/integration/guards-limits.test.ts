import { afterEach, describe, expect, test } from 'vitest';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { ENDPOINTS } from './guards/endpoints.ts';
import { type GuardedServer, startGuardedServer } from './guards/guarded-server.ts';
import { type RawRequest, sendRaw } from './guards/raw-request.ts';

const record = recordAttacks('Keys and rates');
const NAMED = 'https://app.example.com';
let server: GuardedServer;
afterEach(() => server[Symbol.asyncDispose]());

function mcpRequest(more: Record<string, string> = {}, body?: string): RawRequest {
  const right = ENDPOINTS.find(({ name }) => name.startsWith('POST /mcp'))?.request(server);
  return { ...right, ...(body === undefined ? {} : { body }), headers: { ...right?.headers, ...more } };
}

describe('cross-origin calls', () => {
  const preflight = (origin: string, path = '/mcp'): RawRequest => ({
    method: 'OPTIONS',
    path,
    headers: {
      Host: `127.0.0.1:${server.mcp}`,
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'cors',
    },
  });

  test('are off until an origin is configured', async () => {
    server = await startGuardedServer();
    for (const request of [preflight(NAMED), mcpRequest({ Origin: NAMED })]) {
      const response = await sendRaw(server.mcp, request);
      expect(response.status).toBe(403);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('of a configured origin are accepted at /mcp, with a key and without credentials', async () => {
    server = await startGuardedServer({ yaml: `http: { cors: { origins: ["${NAMED}"] } }` });
    const before = await sendRaw(server.mcp, preflight(NAMED));
    expect(before.status).toBe(204);
    expect(before.headers['access-control-allow-headers']).toMatch(/Authorization, Content-Type/);
    expect(before.headers['access-control-allow-methods']).toContain('POST');
    const call = await sendRaw(server.mcp, mcpRequest({ Origin: NAMED, 'Sec-Fetch-Site': 'cross-site' }));
    expect(call.status).toBe(200);
    for (const { headers } of [before, call]) {
      expect(headers['access-control-allow-origin']).toBe(NAMED);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toContain('Origin');
    }
  });

  test('of a configured origin may read why they are refused', async () => {
    server = await startGuardedServer({ yaml: `http: { cors: { origins: ["${NAMED}"] } }` });
    const wrong = { Origin: NAMED, Authorization: 'Bearer wrong-wrong-wrong' };
    const response = await sendRaw(server.mcp, mcpRequest(wrong));
    expect(response.status).toBe(401);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': NAMED,
      'www-authenticate': 'Bearer',
    });
    expect(response.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
  });

  test('stay refused for other origins, paths and ports', async () => {
    server = await startGuardedServer({ yaml: `http: { cors: { origins: ["${NAMED}"] } }` });
    for (const origin of [`${NAMED}.evil.com`, `${NAMED}:444`, 'http://app.example.com', 'null', `${NAMED}/`])
      expect((await sendRaw(server.mcp, preflight(origin))).status).toBe(403);
    for (const path of ['/sse', '/message', '/state', '/unknown'])
      expect((await sendRaw(server.mcp, preflight(NAMED, path))).status).toBe(403);
    const page = preflight(NAMED, '/api/status');
    const toPage = { ...page, headers: { ...page.headers, Host: `localhost:${server.ui}` } };
    expect((await sendRaw(server.ui, toPage)).status).toBe(403);
  });
});

describe('too many requests', () => {
  const yaml = 'mcp: { limits: { requestsPerMinute: 3 } }';

  test('of an agent are refused with the time to wait, at all its doors; the person is not affected', async () => {
    server = await startGuardedServer({ yaml });
    for (let i = 0; i < 3; i++) expect((await sendRaw(server.mcp, mcpRequest())).status).toBe(200);
    const state = {
      path: '/state',
      headers: { Host: `127.0.0.1:${server.mcp}`, Authorization: `Bearer ${server.key}` },
    };
    for (const request of [mcpRequest(), state]) {
      const response = await sendRaw(server.mcp, request);
      expect(response.status).toBe(429);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(response.body).toContain('mcp.limits.requestsPerMinute');
      const { error } = JSON.parse(response.body) as { error: string };
      record(
        'more requests than a minute has room for',
        request.path ?? '',
        error.replace(/\d+ s\./, 'N s.'),
      );
    }
    const person = {
      path: '/api/status',
      headers: { Host: `localhost:${server.ui}`, Cookie: server.cookie('page') },
    };
    for (let i = 0; i < 3; i++) expect((await sendRaw(server.ui, person)).status).toBe(200);
    const response = await sendRaw(server.ui, person);
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('are counted one by one if they arrive in one body', async () => {
    server = await startGuardedServer({ yaml });
    const call = { jsonrpc: '2.0', method: 'tools/list', params: {} };
    const batch = JSON.stringify([1, 2, 3, 4].map((id) => ({ ...call, id })));
    expect((await sendRaw(server.mcp, mcpRequest({}, batch))).status).toBe(429);
  });

  test("of strangers do not use up the owner's limit", async () => {
    server = await startGuardedServer({ yaml });
    const stranger = mcpRequest({ Authorization: 'Bearer wrong-wrong-wrong' });
    for (let i = 0; i < 5; i++) expect((await sendRaw(server.mcp, stranger)).status).toBe(401);
    expect((await sendRaw(server.mcp, mcpRequest())).status).toBe(200);
  });
});

const DOORS = ['POST /mcp', 'POST /api/sign-in', 'GET /state'];

test('wrong keys must wait after a while, at every door; correct ones are accepted', async () => {
  const yaml = `mcp:
  limits: { wrongKeysPerMinute: 3 }
  auth: { type: api_key, keys: [{ key: key-in-use-000001, user: { id: ann } }, { key: key-not-used-0002, user: { id: ben } }] }
`;
  server = await startGuardedServer({ yaml });
  const ask = (key: string) => sendRaw(server.mcp, mcpRequest({ Authorization: `Bearer ${key}` }));
  const signIn = (secret: string) => {
    const origin = `http://localhost:${server.ui}`;
    const headers = { Host: `localhost:${server.ui}`, Origin: origin, 'Content-Type': 'application/json' };
    return sendRaw(server.ui, {
      method: 'POST',
      path: '/api/sign-in',
      headers,
      body: JSON.stringify({ secret }),
    });
  };
  const state = (key: string) =>
    sendRaw(server.mcp, {
      path: '/state',
      headers: { Host: `127.0.0.1:${server.mcp}`, Authorization: `Bearer ${key}` },
    });
  expect((await ask('key-in-use-000001')).status).toBe(200);
  // A request without a key is not a guess.
  for (let i = 0; i < 5; i++)
    expect((await sendRaw(server.mcp, mcpRequest({ Authorization: '' }))).status).toBe(401);
  for (const guess of [ask, signIn, state]) expect((await guess('wrong-wrong-wrong')).status).toBe(401);
  // The same wrong one again, and others of the same address.
  for (const [index, guess] of [ask, signIn, state, ask, signIn, state].entries()) {
    const response = await guess(index < 3 ? 'wrong-wrong-wrong' : `wrong-wrong-${index}`);
    expect(response.status).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.body).toContain('mcp.limits.wrongKeysPerMinute');
    const { error } = JSON.parse(response.body) as { error: string };
    const what = index < 3 ? 'the same wrong key again and again' : 'many wrong keys';
    record(what, DOORS[index % 3] ?? '', error.replace(/\d+ s\./, 'N s.'));
  }
  record(
    'lock out right keys with wrong ones from the same address',
    'POST /mcp',
    'Right keys are accepted at once; wrong ones get 429 with the time to wait.',
  );
  // Whether seen before or not: others at the same address are guessing, not its holder.
  for (const key of ['key-in-use-000001', 'key-not-used-0002']) {
    expect((await ask(key)).status).toBe(200);
    expect((await state(key)).status).toBe(200);
    expect((await signIn(key)).status).toBe(200);
  }
});

test('very deeply nested JSON is refused, and the server continues', async () => {
  server = await startGuardedServer();
  const deep = '['.repeat(500_000) + ']'.repeat(500_000);
  const arguments_ = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"session_list","arguments":{"query":${deep}}}}`;
  for (const body of [deep, arguments_]) {
    const response = await sendRaw(server.mcp, mcpRequest({}, body));
    expect(response.status).toBe(400);
  }
  const note = ENDPOINTS.find(({ name }) => name.startsWith('POST /api/note'))?.request(server);
  expect((await sendRaw(server.ui, { ...note, body: deep })).status).toBe(400);
  expect((await sendRaw(server.mcp, mcpRequest())).status).toBe(200);
  expect(server.logged()).not.toContain('unexpected');
});

test('a DELETE of the page needs no body, but an Origin like every change', async () => {
  server = await startGuardedServer();
  const headers = { Host: `localhost:${server.ui}`, Cookie: server.cookie('page') };
  const request = { method: 'DELETE', path: '/api/note' };
  expect((await sendRaw(server.ui, { ...request, headers })).status).toBe(403);
  const withOrigin = { ...headers, Origin: `http://localhost:${server.ui}` };
  expect((await sendRaw(server.ui, { ...request, headers: withOrigin })).status).toBe(200);
});

test('methods other than those of MCP are refused with the list of allowed ones', async () => {
  server = await startGuardedServer();
  const refused = { '/mcp': ['PUT', 'PATCH', 'OPTIONS', 'TRACE'], '/sse': ['DELETE'], '/message': ['GET'] };
  const allowed = { '/mcp': 'GET, POST, DELETE', '/sse': 'GET', '/message': 'POST' };
  for (const path of ['/mcp', '/sse', '/message'] as const)
    for (const method of refused[path]) {
      const { body: _, ...right } = mcpRequest();
      const response = await sendRaw(server.mcp, { ...right, method, path });
      expect([method, path, response.status, response.headers.allow]).toEqual([
        method,
        path,
        405,
        allowed[path],
      ]);
    }
});
