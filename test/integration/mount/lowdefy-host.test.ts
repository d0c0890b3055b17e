import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTandem, type LowdefyHost } from '../../../src/index.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { call } from './mounted-server.ts';
import { buildLowdefyExample } from './run-example.ts';

const URL_HERE = 'http://localhost/tandem';
const profile = { id: 'ada', roles: ['customer'], plan: 'gold' };

const forAll = createCleanup();
let example: string;
beforeAll(async () => {
  example = tempDir(forAll);
  await buildLowdefyExample(example);
});
afterAll(forAll.run);

const cleanup = createCleanup();
afterEach(cleanup.run);

/** The example's app, with its build, in a folder that a test may change. */
function copyOfApp(): string {
  const dir = tempDir(cleanup);
  cpSync(example, dir, { recursive: true });
  return dir;
}

/** An agent in a server with this host. No port is needed: the handler is called by the client itself. */
async function connect(dir: string, lowdefy: LowdefyHost): Promise<Client> {
  const tandem = await createTandem({ dir, env: {}, log: createLogger('silent'), lowdefy });
  cleanup.add(() => tandem.close());
  const mounted = await tandem.mount({
    url: URL_HERE,
    signIn: () => ({ userId: 'ada', user: profile }),
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const fetch = (url: string | URL, init?: RequestInit) => mounted.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${URL_HERE}/mcp`), { fetch }));
  cleanup.add(() => client.close());
  return client;
}

async function showOrders(client: Client): Promise<string> {
  const { text } = await call(client, 'session_create', { name: 'Orders' });
  const { sessionId } = JSON.parse(text) as { sessionId: string };
  return (await call(client, 'navigate', { sessionId, pageId: 'orders' })).text;
}

test('a server that was deployed without the configuration has only the build', async () => {
  const dir = copyOfApp();
  rmSync(join(dir, 'lowdefy.yaml'));
  const asked: unknown[] = [];
  const client = await connect(join(dir, '.lowdefy', 'server'), {
    build: 'build',
    async callRequest(wanted, { user, app }) {
      asked.push({ wanted, user, app });
      return { response: [{ cake: 'opera', pieces: 3 }] };
    },
  });
  expect(await showOrders(client)).toContain('3 × opera');
  expect(asked).toEqual([
    {
      wanted: expect.objectContaining({ pageId: 'orders', requestId: 'list' }),
      user: profile,
      app: 'server',
    },
  ]);
});

test('what the server throws is reported to the agent as one sentence', async () => {
  const client = await connect(copyOfApp(), {
    build: '.lowdefy/server/build',
    callRequest: async () => Promise.reject(new Error('the pool is closed')),
  });
  expect(await showOrders(client)).toContain(
    String.raw`"Request \"list\" on page \"orders\" failed: the pool is closed."`,
  );
});

test('a build that is not there is reported when Tandem is mounted', async () => {
  await expect(connect(copyOfApp(), { build: '.lowdefy/sever/build' })).rejects.toThrow(
    /No finished Lowdefy build found in .*sever\/build \(lowdefy\.build of createTandem\)/,
  );
});

test('read-only cannot be promised for requests of the server', async () => {
  const dir = copyOfApp();
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { readOnly: true }\n');
  await expect(connect(dir, { callRequest: async () => ({}) })).rejects.toThrow('mcp.readOnly of the app in');
});
