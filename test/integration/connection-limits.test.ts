import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { ANN, BEN, createCleanup, fileAppears, type Served, serve, tempDir, twoUsers } from './harness.ts';
import { postModern } from './modern-http.ts';

/*
 * Clients that never disconnect: how many connections one user may leave open, and which one is closed when there are
 * more.
 */

const cleanup = createCleanup();
afterEach(cleanup.run);

const record = recordAttacks('MCP connections');
const PER_USER = 5;
const ABANDONED = 20 * PER_USER;

interface Outcome {
  status: number;
  text: string;
}

const toOutcome = async (response: Response): Promise<Outcome> => ({
  status: response.status,
  text: await response.text(),
});

/** Of a refusal for want of room. */
function sentenceOf({ status, text }: Outcome): string {
  expect(status).toBe(503);
  expect(text).toContain('mcp.limits.maxConnectionsPerUser');
  return `${status} ${(JSON.parse(text) as { error: string }).error}`;
}

async function startServer(): Promise<Served> {
  const dir = tempDir(cleanup);
  writeFileSync(
    join(dir, 'tandem.yaml'),
    `mcp: { limits: { maxConnectionsPerUser: ${PER_USER}, requestsPerMinute: 100000 } }\n`,
  );
  return serve(cleanup, dir, twoUsers);
}

const headers = (key: string, session?: string) => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
});

function post(served: Served, key: string, message: object, session?: string): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return fetch(served.url('/mcp'), { method: 'POST', headers: headers(key, session), body });
}

const INITIALIZE = {
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'by-hand', version: '1' },
  },
};

async function initialize(
  served: Served,
  key: string,
): Promise<{ status: number; id: string; text: string }> {
  const response = await post(served, key, INITIALIZE);
  const text = await response.text();
  return { status: response.status, id: response.headers.get('mcp-session-id') ?? '', text };
}

async function isAlive(served: Served, key: string, session: string): Promise<boolean> {
  const response = await post(served, key, { id: 1, method: 'ping' }, session);
  await response.text();
  expect([200, 404]).toContain(response.status);
  return response.status === 200;
}

/** A stream that stays open until the test ends. */
async function openStream(response: Promise<Response>): Promise<Response> {
  const opened = await response;
  cleanup.add(() => opened.body?.cancel().catch(() => {}));
  return opened;
}

const listen = (served: Served, key: string, session: string) =>
  openStream(fetch(served.url('/mcp'), { headers: headers(key, session) }));

describe('connections of 2025-11-25', () => {
  test(`${ABANDONED} that are opened and abandoned keep nobody out; the newest stay`, async () => {
    const served = await startServer();
    const ben = await initialize(served, BEN);
    const opened: string[] = [];
    for (let i = 0; i < ABANDONED; i++) {
      const { status, id, text } = await initialize(served, ANN);
      expect(status, text).toBe(200);
      opened.push(id);
    }
    const alive = [];
    for (const id of opened.slice(-2 * PER_USER)) alive.push(await isAlive(served, ANN, id));
    expect(alive).toEqual([...Array(PER_USER).fill(false), ...Array(PER_USER).fill(true)]);
    record(
      'lock others out with connections that are never closed, 20 times the limit',
      'POST /mcp, initialize',
      'Each takes the place of the same user’s idle connection that was not used for longest; others are served.',
    );
    expect(await isAlive(served, BEN, ben.id)).toBe(true);
    expect((await initialize(served, BEN)).status).toBe(200);
  });

  test('the least recently used is closed first', async () => {
    const served = await startServer();
    const ids: string[] = [];
    for (let i = 0; i < PER_USER; i++) ids.push((await initialize(served, ANN)).id);
    const [first = '', second = ''] = ids;
    expect(await isAlive(served, ANN, first)).toBe(true);
    await initialize(served, ANN);
    expect(await isAlive(served, ANN, second)).toBe(false);
    expect(await isAlive(served, ANN, first)).toBe(true);
  });

  test('none with a running call or an open stream is closed: the next is refused with a sentence', async () => {
    const served = await startServer();
    const ids: string[] = [];
    for (let i = 0; i < PER_USER; i++) ids.push((await initialize(served, ANN)).id);
    const [busy = '', broken = '', ...others] = ids;
    const slow = (id: string) => ({
      id: 7,
      method: 'tools/call',
      params: { name: 'slow', arguments: { id } },
    });
    const answered = post(served, ANN, slow('a'), busy);
    const controller = new AbortController();
    const body = JSON.stringify({ jsonrpc: '2.0', ...slow('b') });
    await fetch(served.url('/mcp'), {
      method: 'POST',
      headers: { ...headers(ANN, broken), 'Mcp-Protocol-Version': '2025-11-25' },
      body,
      signal: controller.signal,
    });
    await Promise.all([
      fileAppears(join(served.dir, 'a.started')),
      fileAppears(join(served.dir, 'b.started')),
    ]);
    // The call continues, and its client may come back for the result.
    controller.abort();
    for (const id of others) expect((await listen(served, ANN, id)).status).toBe(200);
    const refused = await initialize(served, ANN);
    expect(refused.status).toBe(503);
    expect(refused.text).toContain(
      `You have ${PER_USER} MCP connections in use (mcp.limits.maxConnectionsPerUser).`,
    );
    record('keep all connections in use', 'POST /mcp, initialize', sentenceOf(refused));
    expect((await initialize(served, BEN)).status).toBe(200);
    writeFileSync(join(served.dir, 'a.gate'), '');
    writeFileSync(join(served.dir, 'b.gate'), '');
    expect(await (await answered).text()).toContain('a went through the gate');
    expect((await initialize(served, ANN)).status).toBe(200);
  });
});

describe('streams of the oldest clients', () => {
  test('are limited per user, and counted until their client is gone', async () => {
    const served = await startServer();
    const open = (key: string, signal?: AbortSignal) =>
      openStream(fetch(served.url('/sse'), { headers: headers(key), signal: signal ?? null }));
    const controller = new AbortController();
    expect((await open(ANN, controller.signal)).status).toBe(200);
    for (let i = 1; i < PER_USER; i++) expect((await open(ANN)).status).toBe(200);
    const refused = await open(ANN);
    record('keep all streams open', 'GET /sse', sentenceOf(await toOutcome(refused)));
    expect((await open(BEN)).status).toBe(200);
    controller.abort();
    for (let status = 503; status !== 200; ) status = (await open(ANN)).status;
  });
});

describe('listen streams of 2026-07-28', () => {
  const subscribe = (served: Served, key: string, signal?: AbortSignal) =>
    openStream(
      postModern(
        served,
        'subscriptions/listen',
        { notifications: { toolsListChanged: true } },
        { key, ...(signal ? { signal } : {}) },
      ),
    );

  test('are limited per user, and counted until their client is gone', async () => {
    const served = await startServer();
    const controller = new AbortController();
    expect((await subscribe(served, ANN, controller.signal)).status).toBe(200);
    for (let i = 1; i < PER_USER; i++) expect((await subscribe(served, ANN)).status).toBe(200);
    const refused = await subscribe(served, ANN);
    record('keep all streams open', 'POST /mcp, subscriptions/listen', sentenceOf(await toOutcome(refused)));
    expect((await subscribe(served, BEN)).status).toBe(200);
    controller.abort();
    for (let status = 503; status !== 200; ) status = (await subscribe(served, ANN)).status;
  });
});
