import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { createTandem } from '../../../src/index.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createCleanup, fileAppears, tempDir } from '../harness.ts';
import { asPerson, call, connectAgent, firstOf, signIn, startMountedServer } from './mounted-server.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const UNKNOWN = 'Sign in first: the sign-in of this server does not know you.';

describe.each(['node', 'fetch'] as const)('mounted by its %s handler', (carrier) => {
  test.each(['auto', 'legacy'] as const)('agents call tools (%s)', async (mode) => {
    const server = await startMountedServer(cleanup, carrier);
    const client = await connectAgent(cleanup, server, 'ada', mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('book');
    expect(await call(client, 'touch')).toEqual({ text: 'told', isError: false });
  });

  test('the oldest clients are served where Node is at hand', async () => {
    const server = await startMountedServer(cleanup, carrier);
    const leaving = new AbortController();
    const response = await fetch(`${server.url}/sse`, {
      headers: { Authorization: 'Bearer key-of-ada' },
      signal: leaving.signal,
    });
    if (carrier === 'fetch') {
      expect(response.status).toBe(501);
      expect(await response.text()).toContain(`/sse is not served here. Use ${server.url}/mcp.`);
      return;
    }
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toContain('data: /my/tandem/message?sessionId=');
    leaving.abort();
  });

  test('a question has a link that leads to the page, where its user answers it', async () => {
    const server = await startMountedServer(cleanup, carrier);
    const client = await connectAgent(cleanup, server, 'ada');
    const { text: asked } = await call(client, 'order_cake');
    const link = /http\S*\/asks\/[\w-]+/.exec(asked)?.[0] ?? asked;
    expect(link).toMatch(`${server.url}/asks/`);
    const path = link.slice(server.url.length);

    const ada = asPerson(server, 'ada');
    const page = await ada.send('GET', path, { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(
      /<meta name="tandem-base" content="\/my\/tandem">[\s\S]*src="\/my\/tandem\//,
    );
    expect(await ada.listen(`/ws${path}`)).toContain('Which size?');
    expect(await asPerson(server, 'bob').listen(`/ws${path}`)).toContain('Question not found');

    const answer = { body: { action: 'accept', content: { size: 'large' } } };
    const withToken = async (of: string) => ({
      ...answer,
      headers: { 'X-Tandem-Token': await asPerson(server, of).token() },
    });
    const refused = await Promise.all([
      ada.send('POST', `/api${path}`, answer),
      ada.send('POST', `/api${path}`, await withToken('bob')),
      asPerson(server, 'bob').send('POST', `/api${path}`, await withToken('bob')),
      asPerson({ ...server, origin: 'https://evil.example' }, 'ada').send(
        'POST',
        `/api${path}`,
        await withToken('ada'),
      ),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404, 403]);
    const right = await ada.send('POST', `/api${path}`, await withToken('ada'));
    expect(right.status, await right.text()).toBe(200);
  });

  test('who is not signed in gets nothing but what the server says', async () => {
    const server = await startMountedServer(cleanup, carrier);
    const nobody = asPerson(server, '');
    const page = await nobody.send('GET', '/', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('location')]).toEqual([302, 'https://sign-in.example.com/']);
    // A script of a page cannot do anything with a redirect.
    const script = await nobody.send('GET', '/api/status');
    expect([script.status, await script.json()]).toEqual([401, { error: UNKNOWN, code: 'unauthorized' }]);
    expect(await nobody.listen('/ws')).toBe('401');
    const agent = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: 'user=ada' },
      body: '{}',
    });
    expect([agent.status, agent.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await agent.json()).toMatchObject({ error: UNKNOWN });
  });

  test('the page says where agents connect, and names no place on the machine', async () => {
    const server = await startMountedServer(cleanup, carrier);
    const status = await asPerson(server, 'ada').send('GET', '/api/status');
    const body = await status.text();
    expect(JSON.parse(body)).toMatchObject({
      mcpUrl: `${server.url}/mcp`,
      user: { userId: 'ada', name: 'ADA' },
    });
    expect(body).not.toContain(server.dir);
  });

  test('WebSockets below the path are served, others are left to the server', async () => {
    const server = await startMountedServer(cleanup, carrier);
    expect(await asPerson(server, 'ada').listen('/ws')).toContain('"type":"problems"');
    expect(await asPerson({ ...server, url: server.origin }, 'ada').listen('/ws')).toBe('418');
    expect(await asPerson({ ...server, origin: 'https://evil.example' }, 'ada').listen('/ws')).toBe('403');
  });

  test('requests outside the path and for other hosts are refused', async () => {
    const server = await startMountedServer(cleanup, carrier);
    const outside = await asPerson({ ...server, url: server.origin }, 'ada').send('GET', '/api/status');
    expect([outside.status, await outside.text()]).toEqual([
      404,
      expect.stringContaining('Tandem is mounted at /my/tandem'),
    ]);
    const { port } = new URL(server.origin);
    const headers = { Host: 'evil.example', Cookie: 'user=ada' };
    const status = await new Promise((resolve) =>
      sendRequest({ port, host: '127.0.0.1', path: '/my/tandem/', headers }, (response) =>
        resolve(response.resume().statusCode),
      ).end(),
    );
    expect(status).toBe(403);
  });

  test('without an origin of their own there are no views, and the agent is told why', async () => {
    const without = await startMountedServer(cleanup, carrier);
    const agent = await connectAgent(cleanup, without, 'ada');
    expect(await call(agent, 'ui_configure', { base_dir: join(without.dir, 'ui') })).toMatchObject({
      isError: false,
    });
    expect(await call(agent, 'ui_start')).toMatchObject({
      isError: true,
      text: expect.stringContaining('Set viewsOrigin in mount()'),
    });
    const refused = await asPerson(without, 'ada').send('GET', '/live/1/');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Set viewsOrigin')]);
  });

  test('views are shown at their own origin, where a page sends people with a code', async () => {
    const server = await startMountedServer(cleanup, carrier, { hasViews: true });
    const agent = await connectAgent(cleanup, server, 'ada');
    await call(agent, 'ui_configure', { base_dir: join(server.dir, 'ui') });
    expect((await call(agent, 'ui_start')).text).toContain(server.views);
    expect((await call(agent, 'ui_open_browser')).text).toContain(`open ${server.url}/live/1/`);
    const sent = await asPerson(server, 'ada').send('GET', '/live/1/?a=b');
    const target = sent.headers.get('location') ?? '';
    expect(target).toMatch(new RegExp(`^${server.views}/1/\\?a=b&code=`));
    const entered = await fetch(target, { redirect: 'manual' });
    expect(entered.headers.get('location')).toBe('/1/?a=b');
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const shown = await fetch(`${server.views}/1/`, { headers: { Cookie: cookie } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const socket = new WebSocket(`${server.views.replace('http', 'ws')}/ws/1`, {
      headers: { Cookie: cookie, Origin: server.views },
    });
    await once(socket, 'open');
    socket.close();
    // Neither the code nor the cookie is good for anything else.
    expect((await fetch(target, { redirect: 'manual' })).headers.get('set-cookie')).toBeNull();
    const elsewhere = await fetch(`${server.url}/api/status`, { headers: { Cookie: cookie } });
    expect(elsewhere.status).toBe(401);
    // The server's own cookie is not a way in there: who opens a view is led to where they are signed in.
    const visit = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${server.views}/1/?a=b`, {
        method,
        redirect: 'manual',
        headers: { Cookie: 'user=ada', ...headers },
      });
    const led = await visit({ Accept: 'text/html' });
    expect([
      led.status,
      led.headers.get('location'),
      led.headers.get('set-cookie'),
      await led.text(),
    ]).toEqual([303, `${server.url}/live/1/?a=b`, null, '']);
    // Not in a circle, if another site has sent them here.
    const headers = { Accept: 'text/html', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    const referred = await new Promise<IncomingMessage>((resolve) =>
      sendRequest(`${server.views}/1/?a=b`, { headers }, resolve).end(),
    );
    expect([referred.statusCode, await text(referred)]).toEqual([
      401,
      expect.stringContaining(`href="${server.url}/live/1/?a=b"`),
    ]);
    // Scripts and forms are refused where they are.
    const refusals = [
      await visit({ Accept: '*/*' }),
      await visit({ Accept: 'text/html', Origin: server.views }, 'POST'),
    ];
    for (const refusal of refusals)
      expect([refusal.status, await refusal.text()]).toEqual([
        401,
        expect.stringContaining(`${server.url}/`),
      ]);
  });

  test('calls under way are answered when it closes, later ones are refused', async () => {
    const server = await startMountedServer(cleanup, carrier);
    const client = await connectAgent(cleanup, server, 'ada');
    const slow = call(client, 'slow', { id: 'a' });
    await fileAppears(join(server.dir, 'a.started'));
    const closing = server.tandem.close();
    await expect(call(client, 'touch')).rejects.toThrow('This server is stopping');
    writeFileSync(join(server.dir, 'a.gate'), '');
    expect((await slow).text).toBe('a went through the gate');
    expect(await closing).toBe(true);
    const late = await asPerson(server, 'ada').send('GET', '/');
    expect([late.status, await late.text()]).toEqual([503, expect.stringContaining('Tandem is closed')]);
  });
});

test('a body that a parser has read is reported, instead of waited for', async () => {
  const tandem = await createTandem({ dir: tempDir(cleanup), env: {}, log: createLogger('silent') });
  cleanup.add(() => tandem.close());
  const mounted = await tandem.mount({ url: 'http://localhost/tandem', signIn });
  const server = createServer(async (req, res) => {
    await text(req);
    await mounted.node(req, res);
  }).listen(0);
  cleanup.add(() => server.close());
  const { port } = server.address() as { port: number };
  const headers = { Authorization: 'Bearer key-of-ada', 'Content-Type': 'application/json' };
  const address = `http://localhost:${port}/tandem/mcp`;
  const response = await fetch(address, { method: 'POST', headers, body: '{}' });
  expect([response.status, await response.text()]).toEqual([
    500,
    expect.stringContaining('Mount Tandem before body parsers such as express.json()'),
  ]);
});

test('a router that cuts off the path it is mounted at keeps the whole one', async () => {
  const tandem = await createTandem({ dir: tempDir(cleanup), env: {}, log: createLogger('silent') });
  cleanup.add(() => tandem.close());
  const mounted = await tandem.mount({ url: 'http://localhost/tandem', signIn });
  const server = createServer((req, res) => {
    Object.assign(req, { originalUrl: req.url, url: req.url?.slice('/tandem'.length) });
    void mounted.node(req, res);
  }).listen(0);
  cleanup.add(() => server.close());
  const { port } = server.address() as { port: number };
  const headers = { Cookie: 'user=ada' };
  expect((await fetch(`http://localhost:${port}/tandem/api/status`, { headers })).status).toBe(200);
});

test('a mistake in signIn is a sentence for its author, and nobody gets in', async () => {
  const server = await startMountedServer(cleanup, 'node', {
    signIn: (() => ({ id: 'ada' })) as unknown as typeof signIn,
  });
  const response = await asPerson(server, 'ada').send('GET', '/api/status');
  expect(response.status).toBe(500);
  expect(await response.text()).toContain('signIn must return { userId, name?, roles?, user? }');
  expect(
    await firstOf(new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { origin: server.origin })),
  ).toBe('500');
});
