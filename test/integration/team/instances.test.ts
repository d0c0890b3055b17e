import { on } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { hasPostgres, type PostgresServer, startPostgres } from '../../contract/postgres-server.ts';
import { transport2 } from '../client-legs.ts';
import { bookings, createCleanup, type Served, serve, tempDir } from '../harness.ts';
import { callModern } from '../modern-http.ts';
import { createPageClient } from '../page-client.ts';

const cleanup = createCleanup();
let postgres: PostgresServer;
let url: string;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async (test) => {
  if (!hasPostgres) test.skip('there is no PostgreSQL for this machine');
  url = await postgres.emptyUrl();
});
afterEach(async () => {
  vi.useRealTimers();
  await cleanup.run();
});

/** As on another machine: it has a folder of its own, and only the database in common. */
function instance(): Promise<Served> {
  const dir = tempDir(cleanup);
  const store = { type: 'postgres', url };
  writeFileSync(join(dir, 'tandem.yaml'), JSON.stringify({ mcp: { session: { store } } }));
  return serve(cleanup, dir);
}

async function connect(served: Served, mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport2('http', served.dir, served));
  cleanup.add(() => client.close());
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

test('any instance serves any session, with one key for all', async () => {
  const [here, there] = [await instance(), await instance()];
  expect(here.key).toBe(there.key);
  const [first, second] = [await connect(here, 'auto'), await connect(there, 'legacy')];
  const { sessionId } = JSON.parse(await call(first, 'session_create', { name: 'Invoices' }));
  expect(await call(second, 'session_list')).toContain(sessionId);
  await call(second, 'session_close', { sessionId });
  expect(await call(first, 'session_list', { status: 'closed' })).toContain(sessionId);
});

test('a client of the older era goes on at another instance when its own has ended', async () => {
  const [here, there] = [await instance(), await instance()];
  let current = here;
  const transport = new StreamableHTTPClientTransport(here.url('/mcp'), {
    requestInit: { headers: { Authorization: `Bearer ${here.key}` } },
    // As behind a proxy.
    fetch: (_url, init) => fetch(current.url('/mcp'), init),
  });
  const client = new Client1({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  const answers = [{ flight: 'AB1' }, { seat: '12A' }];
  client.setRequestHandler(ElicitRequestSchema, async () => ({
    action: 'accept' as const,
    content: answers.shift() ?? {},
  }));
  await client.connect(transport);
  cleanup.add(() => client.close());
  await client.callTool({ name: 'session_create', arguments: { name: 'Before' } });
  current = there;
  await here.tandem.close();
  const listed = await client.callTool({ name: 'session_list', arguments: {} });
  expect(JSON.stringify(listed)).toContain('Before');
  // It still knows what this client can do.
  const booked = await client.callTool({ name: 'book', arguments: { traveller: 'Ada' } });
  expect(JSON.stringify(booked)).toContain('12A');
  expect(bookings(there.dir)).toHaveLength(1);
});

test('a call that asks goes on at another instance', async () => {
  const [here, there] = [await instance(), await instance()];
  const call = { name: 'book', arguments: { traveller: 'Ada' } };
  const asked = await callModern(here, call);
  const [name = ''] = Object.keys(asked.result?.inputRequests ?? {});
  const answer = { action: 'accept', content: { flight: 'AB1' } };
  const again = await callModern(there, {
    ...call,
    requestState: asked.result?.requestState,
    inputResponses: { [name]: answer },
  });
  const [seat = ''] = Object.keys(again.result?.inputRequests ?? {});
  const done = await callModern(here, {
    ...call,
    requestState: again.result?.requestState,
    inputResponses: { [seat]: { action: 'accept', content: { seat: '12A' } } },
  });
  expect(done.result?.content?.[0]?.text).toContain('12A');
  expect([...bookings(here.dir), ...bookings(there.dir)]).toHaveLength(1);
});

test('a page of one instance is told of a session that another one made', async () => {
  const [here, there] = [await instance(), await instance()];
  const client = await connect(here, 'auto');
  const { ports } = await there.tandem.listen();
  const page = createPageClient(there.tandem, ports.ui);
  // Nothing is looked for at intervals: what arrives was told.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const socket = new WebSocket(`${page.origin.replace('http', 'ws')}/ws`, { headers: page.headers });
  cleanup.add(() => socket.terminate());
  const messages = on(socket, 'message');
  const next = async (): Promise<string> => String((await messages.next()).value[0]);
  while (!(await next()).includes('"sessions":[]'));
  const { sessionId } = JSON.parse(await call(client, 'session_create', { name: 'Invoices' }));
  while (!(await next()).includes(sessionId));
});
