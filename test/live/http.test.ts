import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorkerThread } from '../../src/live/lua/lua-thread.ts';
import { buildWorker } from './build-worker.ts';
import { openSession, type TestSession } from './open-session.ts';

const servers: Server[] = [];
const sessions: TestSession[] = [];
let here: string;
let elsewhere: string;

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(options: Parameters<typeof openSession>[0] = {}): Promise<TestSession> {
  const session = await openSession({
    thread: startWorkerThread,
    permissions: { network: [here] },
    ...options,
  });
  sessions.push(session);
  return session;
}

/** What was asked of the place that nobody granted. */
const intruders: string[] = [];

beforeAll(async () => {
  buildWorker();
  elsewhere = await serve((request, response) => {
    intruders.push(request.url ?? '');
    response.end('not for you');
  });
  here = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const to = searchParams.get('to');
    if (to !== null) response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end();
    else if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (pathname === '/silent') return;
    else if (pathname === '/large') response.end(Buffer.alloc(11 * 1024 * 1024));
    else if (pathname === '/bomb')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    else if (pathname === '/bytes') response.end(Buffer.from([0, 255, 10]));
    else if (pathname === '/missing') response.writeHead(404).end('nothing here');
    else {
      const body: Buffer[] = [];
      for await (const part of request) body.push(part as Buffer);
      const { method, headers } = request;
      response
        .writeHead(201, { 'content-type': 'application/json', 'x-two': ['a', 'b'] })
        .end(JSON.stringify({ method, headers, body: Buffer.concat(body).toString() }));
    }
  });
}, 120_000);

afterAll(async () => {
  await Promise.all(sessions.map(({ runtime }) => runtime.close()));
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('method, headers and body go there; status, headers and body come back', async () => {
  const { run } = await open();
  const answer = (await run(`
    local r = http.request{ url = "http://${here}/echo", method = "put", headers = { ["X-Mine"] = "yes", Host = "evil" }, body = "päyload" }
    local got = json.decode(r.body)
    return { r.status, r.headers["content-type"], r.headers["x-two"], got.method, got.headers["x-mine"], got.headers.host, got.body }`)) as unknown[];
  expect(answer).toEqual([201, 'application/json', 'a, b', 'PUT', 'yes', here, 'päyload']);
  expect(await run(`return http.get("http://${here}/missing")`)).toMatchObject({
    status: 404,
    body: 'nothing here',
  });
  expect(await run(`return { http.get("http://${here}/bytes").body:byte(1, -1) }`)).toEqual([0, 255, 10]);
});

test('what is not granted is refused by name of the permission, redirects too', async () => {
  const { fail } = await open();
  const refusal = `grant permissions.network: [${elsewhere}] in tandem.yaml`;
  expect((await fail(`http.get("http://${elsewhere}/direct")`)).message).toContain(refusal);
  for (const status of [301, 302, 303, 307, 308]) {
    const failure = await fail(
      `http.get("http://${here}/go?status=${status}&to=http://${elsewhere}/redirected")`,
    );
    expect(failure.message).toContain(refusal);
  }
  expect((await fail('http.get("file:///etc/passwd")')).message).toContain('only http:// and https://');
  expect((await fail(`http.get("http://${here}/go?to=file:///etc/passwd")`)).message).toContain('only http');
  expect(intruders).toEqual([]);
  const none = await open({ permissions: { network: 'none' } });
  expect((await none.fail(`http.get("http://${here}/")`)).message).toContain(
    `permissions.network: [${here}]`,
  );
});

test('redirects to granted places are followed, five at most', async () => {
  const { run } = await open();
  expect(
    await run(`local r = http.request{ url = "http://${here}/go?to=/end", method = "POST", body = "b" }
      local got = json.decode(r.body) return { got.method, got.body }`),
  ).toEqual(['GET', '']);
  expect(
    await run(`local r = http.request{ url = "http://${here}/go?status=307&to=/end", method = "POST", body = "b" }
      local got = json.decode(r.body) return { got.method, got.body }`),
  ).toEqual(['POST', 'b']);
  expect(await run(`return (select(2, http.get("http://${here}/loop")))`)).toContain('more than 5 redirects');
});

test('a password does not follow to another host', async () => {
  const seen: (string | undefined)[] = [];
  const third = await serve((request, response) => {
    seen.push(request.headers.authorization, request.headers.cookie, request.headers['x-kept'] as string);
    response.end();
  });
  const { run } = await open({ permissions: { network: [here, third] } });
  await run(`http.request{ url = "http://${here}/go?to=http://${third}/",
    headers = { Authorization = "Bearer x", Cookie = "c=1", ["X-Kept"] = "k" } }`);
  expect(seen).toEqual([undefined, undefined, 'k']);
});

test('what fails in the network is nil and why; sizes and times are bounded', async () => {
  const { run } = await open();
  expect(await run(`return (select(2, http.get("http://${here}/large")))`)).toContain('larger than 10 MB');
  expect(await run(`return (select(2, http.get("http://${here}/bomb")))`)).toContain('larger than 10 MB');
  expect(await run(`return http.get("http://${here}/missing").status`)).toBe(404);
  const short = await open({ limits: { callMs: 1500 } });
  expect(await short.run(`return (select(2, http.get("http://${here}/silent")))`)).toContain('timed out');
  const closed = await serve(() => {});
  servers.at(-1)?.close();
  const other = await open({ permissions: { network: [closed] } });
  expect(await other.run(`return (select(2, http.get("http://${closed}/")))`)).toContain('ECONNREFUSED');
});

test('misuse is told', async () => {
  const { fail } = await open();
  expect((await fail('http.request{}')).message).toContain('needs a table with a url');
  expect((await fail(`http.request{ url = "http://${here}/", body = "x" }`)).message).toContain(
    'GET cannot have a body',
  );
  expect((await fail(`http.request{ url = "http://${here}/", method = "P T" }`)).message).toContain(
    'is not a method',
  );
  expect(
    (await fail(`http.request{ url = "http://${here}/", method = "POST", body = {} }`)).message,
  ).toContain('json.encode');
});
