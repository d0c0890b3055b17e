import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAxiosConnection } from './axios-connection.ts';
import type { Resolver } from './connection.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const servers: Server[] = [];
let home: string;
let elsewhere: string;
let seenElsewhere: Seen[] = [];

async function serve(answer: (seen: Seen) => { status?: number; headers?: object; body?: string }) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      const { status = 200, headers: sent = {}, body: text } = answer({ method, url, headers, body });
      response.writeHead(status, { 'content-type': 'application/json', ...sent });
      response.end(text ?? JSON.stringify({ method, url, key: headers['x-api-key'], body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  elsewhere = await serve((seen) => {
    seenElsewhere.push(seen);
    return {};
  });
  home = await serve(({ url }) => {
    if (url?.startsWith('/away')) return { status: 302, headers: { location: `${elsewhere}/landed` } };
    if (url === '/moved') return { status: 302, headers: { location: '/here' } };
    if (url === '/big') return { body: JSON.stringify('x'.repeat(2 * 1024 * 1024)) };
    if (url === '/fail') return { status: 404, body: JSON.stringify({ reason: 'x'.repeat(1000) }) };
    return {};
  });
});
afterAll(() => {
  for (const server of servers) server.close();
});

const request = createAxiosConnection(1).requests.AxiosHttp as Resolver;
const call = async (connection: object, properties: object) =>
  (await request({ connection: { ...connection }, request: { ...properties } })) as {
    status: number;
    headers: Record<string, string>;
    data: { method: string; url: string; key?: string; body: string };
  };
const keyed = () => ({
  baseURL: home,
  headers: { 'X-Api-Key': 'sesame' },
  auth: { username: 'a', password: 'b' },
});

test('a request extends its connection', async () => {
  const connection = { baseURL: `${home}/v1/`, params: { a: 1 }, headers: { 'X-Api-Key': 'sesame' } };
  const { status, headers, data } = await call(connection, {
    url: 'things',
    method: 'post',
    params: { b: 2 },
    headers: { 'X-Other': 'too' },
    data: { name: 'Ann' },
  });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(data).toMatchObject({
    method: 'POST',
    url: '/v1/things?a=1&b=2',
    key: 'sesame',
    body: '{"name":"Ann"}',
  });
});

test('a connection may contain the whole address', async () => {
  expect((await call({ url: `${home}/all` }, {})).data.url).toBe('/all');
  expect((await call({}, { url: `${home}/all` })).data.url).toBe('/all');
});

test.each(['http://evil.example/', '//evil.example/', 'HTTP://evil.example', 'file:///etc/passwd'])(
  'an address from data cannot take the credentials elsewhere: %s',
  async (url) => {
    await expect(call(keyed(), { url })).rejects.toThrow(
      /"url" is an absolute URL .* allowAbsoluteUrls: true/,
    );
  },
);

test('an app can allow it on the connection, but not on a request', async () => {
  const { data } = await call({ ...keyed(), allowAbsoluteUrls: true }, { url: `${elsewhere}/x` });
  expect(data.url).toBe('/x');
  await expect(call(keyed(), { url: `${elsewhere}/x`, allowAbsoluteUrls: true })).rejects.toThrow(
    'is an absolute URL',
  );
});

test('a redirect to another origin drops what was meant for the first', async () => {
  seenElsewhere = [];
  const { data } = await call(keyed(), {
    url: '/away',
    headers: { Cookie: 'a=b', Accept: 'application/json' },
  });
  expect(data).toEqual({ method: 'GET', url: '/landed', body: '' });
  const headers = seenElsewhere[0]?.headers ?? {};
  expect(headers.accept).toBe('application/json');
  expect(Object.keys(headers)).not.toContain('x-api-key');
  expect(Object.keys(headers)).not.toContain('authorization');
  expect(Object.keys(headers)).not.toContain('cookie');
});

test('a redirect within the service keeps everything', async () => {
  expect((await call(keyed(), { url: '/moved' })).data).toMatchObject({ url: '/here', key: 'sesame' });
});

test('a refused request reports status and reason, shortened', async () => {
  const failure: Error = await call(keyed(), { url: '/fail' }).then(
    () => new Error('it passed'),
    (error) => error,
  );
  expect(failure.message).toMatch(
    /^Request failed with status code 404; Http response "404: Not Found"; Data: /,
  );
  expect(failure.message.length).toBeLessThan(450);
});

test('an unreachable service is named', async () => {
  await expect(call({ baseURL: 'http://127.0.0.1:1' }, { url: '/x' })).rejects.toThrow('ECONNREFUSED');
});

test('an oversized response is not read to the end', async () => {
  await expect(call(keyed(), { url: '/big' })).rejects.toThrow(
    'its response has more than 1 MB, and mcp.limits.maxResponseMb is 1. Request fewer rows or columns',
  );
});
