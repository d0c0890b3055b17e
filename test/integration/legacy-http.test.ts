import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ANN, BEN, createCleanup, type Served, serve, tempDir, twoUsers } from './harness.ts';
import { messagesIn } from './modern-http.ts';

/* Revision 2025-11-25 written by hand: broken streams and stolen ids. */

const cleanup = createCleanup();
afterEach(cleanup.run);

const VERSION = '2025-11-25';
const UNKNOWN = expect.stringContaining('The outcome is unknown');

interface Request {
  method?: 'GET' | 'POST' | 'DELETE';
  key?: string;
  session?: string;
  lastEventId?: string;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

function send(served: Served, request: Request): Promise<Response> {
  const { method = 'POST', key = ANN, session, lastEventId, body, signal } = request;
  return fetch(served.url('/mcp'), {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      'Mcp-Protocol-Version': VERSION,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    body: body ? JSON.stringify({ jsonrpc: '2.0', ...body }) : null,
    signal: signal ?? null,
  });
}

async function initialize(served: Served): Promise<string> {
  const params = {
    protocolVersion: VERSION,
    capabilities: {},
    clientInfo: { name: 'by-hand', version: '1' },
  };
  const response = await send(served, { body: { id: 0, method: 'initialize', params } });
  await response.text();
  const session = response.headers.get('mcp-session-id') ?? '';
  expect(session).toMatch(/^mcp_[\w.-]+$/);
  await send(served, { session, body: { method: 'notifications/initialized' } });
  return session;
}

const startServer = () => serve(cleanup, tempDir(cleanup), twoUsers);
const slow = (id: string) => ({
  id: 7,
  method: 'tools/call',
  params: { name: 'slow', arguments: { id }, _meta: { progressToken: 'p' } },
});

/** Reads a stream until its text matches; returns the text. */
async function readUntil(response: Response, enough: (text: string) => boolean): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader && !enough(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  return text;
}

const idsIn = (text: string) => [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? '');
const progressIn = (text: string) =>
  (messagesIn(text) as { params?: { progress: number } }[]).flatMap(({ params }) => params?.progress ?? []);

describe('a stream that breaks during a call', () => {
  test('is resumed where it was, and delivers the result', async () => {
    const served = await startServer();
    const session = await initialize(served);
    const controller = new AbortController();
    const broken = await send(served, { session, body: slow('a'), signal: controller.signal });
    const seen = await readUntil(broken, (text) => progressIn(text).length >= 1);
    controller.abort();
    // Everything after the event that brought the first report.
    const lastEventId = idsIn(seen.slice(0, seen.indexOf('"progress":1')))?.at(-1) ?? '';
    writeFileSync(join(served.dir, 'a.gate'), '');
    const resumed = await send(served, { method: 'GET', session, lastEventId });
    expect(resumed.status).toBe(200);
    const rest = await readUntil(resumed, (text) => text.includes('"result"'));
    expect(progressIn(rest)).toEqual([2, 3]);
    expect(messagesIn(rest).at(-1)).toMatchObject({
      id: 7,
      result: { content: [{ type: 'text', text: 'a went through the gate' }] },
    });
  });

  test('is replaced by a new one while the old one still looks alive here', async () => {
    const served = await startServer();
    const session = await initialize(served);
    const dead = await send(served, { session, body: slow('a') });
    cleanup.add(() => dead.body?.cancel().catch(() => {}));
    const reader = dead.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    reader?.releaseLock();
    const [lastEventId = ''] = idsIn(new TextDecoder().decode(value));
    const resumed = await send(served, { method: 'GET', session, lastEventId });
    expect(resumed.status).toBe(200);
    writeFileSync(join(served.dir, 'a.gate'), '');
    expect(await resumed.text()).toContain('a went through the gate');
  });

  test.each([
    [
      'tools/call',
      slow('a').params,
      { result: { isError: true, content: [{ type: 'text', text: UNKNOWN }] } },
    ],
    ['resources/read', { uri: 'test://counter' }, { error: { code: -32000, message: UNKNOWN } }],
  ])(
    'leaves the outcome of %s unknown if it is resumed at another instance',
    async (method, params, told) => {
      const here = await startServer();
      const session = await initialize(here);
      const broken = await send(here, { session, body: { id: 'seven', method, params } });
      const [lastEventId = ''] = idsIn(await readUntil(broken, (text) => idsIn(text).length > 0));
      // What stayed with the first one cannot be had from the second.
      const there = await serve(cleanup, here.dir, twoUsers);
      const resumed = await send(there, { method: 'GET', session, lastEventId });
      expect(messagesIn(await resumed.text())).toEqual([{ jsonrpc: '2.0', id: 'seven', ...told }]);
      writeFileSync(join(here.dir, 'a.gate'), '');
      const again = await send(there, { session, body: slow('a') });
      expect(await again.text()).toContain('a went through the gate');
    },
  );

  test('is not resumed by another user, nor from an unknown event', async () => {
    const served = await startServer();
    const session = await initialize(served);
    writeFileSync(join(served.dir, 'a.gate'), '');
    const seen = await (await send(served, { session, body: slow('a') })).text();
    const [lastEventId = ''] = idsIn(seen);
    const stolen = await send(served, { method: 'GET', key: BEN, session, lastEventId });
    expect(stolen.status).toBe(404);
    const unknown = await send(served, { method: 'GET', session, lastEventId: '4711' });
    expect(unknown.status).toBe(400);
    expect(await unknown.text()).toContain('Last-Event-ID');
  });
});

describe('the id of a connection', () => {
  test.each(['POST', 'GET', 'DELETE'] as const)(
    'of another user is to %s an unknown one: 404',
    async (method) => {
      const served = await startServer();
      const session = await initialize(served);
      const body = method === 'POST' ? { id: 1, method: 'tools/list' } : undefined;
      const answers = [];
      for (const id of [session, 'mcp_00000000000000000000000000']) {
        const response = await send(served, { method, key: BEN, session: id, ...(body ? { body } : {}) });
        answers.push({ status: response.status, text: await response.text() });
      }
      expect(answers[0]?.status).toBe(404);
      expect(answers[0]).toEqual(answers[1]);
      const still = await send(served, { session, body: { id: 2, method: 'tools/list' } });
      expect(still.status).toBe(200);
      expect(await still.text()).toContain('session_create');
    },
  );

  test.each(['POST', 'GET', 'DELETE'] as const)('that is missing is to %s a 400', async (method) => {
    const served = await startServer();
    const body = method === 'POST' ? { id: 1, method: 'tools/list' } : undefined;
    const response = await send(served, { method, ...(body ? { body } : {}) });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Mcp-Session-Id');
  });

  test('is invalid once its user has closed it', async () => {
    const served = await startServer();
    const session = await initialize(served);
    expect((await send(served, { method: 'DELETE', session })).status).toBe(200);
    const after = await send(served, { session, body: { id: 2, method: 'tools/list' } });
    expect(after.status).toBe(404);
  });

  test('is good after a restart of the server too, for its user only, until it is closed', async () => {
    const before = await startServer();
    const session = await initialize(before);
    await before.tandem.close();
    const after = await serve(cleanup, before.dir, twoUsers);
    let id = 1;
    const list = (key?: string) =>
      send(after, { session, ...(key && { key }), body: { id: ++id, method: 'tools/list' } });
    expect((await list(BEN)).status).toBe(404);
    const both = await Promise.all([list(), list()]);
    for (const listed of both) expect(await listed.text()).toContain('session_create');
    // Its history is gone with the process: the stream goes on from now.
    const stream = await send(after, { method: 'GET', session, lastEventId: 'gone_1' });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    expect((await send(after, { method: 'DELETE', session })).status).toBe(200);
    expect((await list()).status).toBe(404);
  });

  test('that somebody made up or changed is unknown', async () => {
    const served = await startServer();
    const session = await initialize(served);
    const again = await serve(cleanup, served.dir, twoUsers);
    for (const id of [`${session}x`, session.slice(0, -3), `mcp_${'a'.repeat(5000)}`, 'mcp_a.b.c.d.e'])
      expect((await send(again, { session: id, body: { id: 2, method: 'tools/list' } })).status).toBe(404);
  });

  test('of an SSE stream of the oldest kind is invalid for anybody else', async () => {
    const served = await startServer();
    const headers = (key: string) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' });
    const stream = await fetch(served.url('/sse'), { headers: headers(ANN) });
    cleanup.add(() => stream.body?.cancel().catch(() => {}));
    const opened = await readUntil(stream, (text) => /^data: .*\n/m.test(text));
    const endpoint = /^data: (.*)$/m.exec(opened)?.[1] ?? '';
    expect(endpoint).toMatch(/^\/message\?sessionId=/);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const post = async (path: string, key: string) => {
      const response = await fetch(served.url(path), { method: 'POST', headers: headers(key), body });
      return { status: response.status, text: await response.text() };
    };
    const stolen = await post(endpoint, BEN);
    expect(stolen.status).toBe(404);
    expect(stolen).toEqual(await post('/message?sessionId=00000000-0000-0000-0000-000000000000', BEN));
    expect((await post(endpoint, ANN)).status).toBe(202);
  });
});
