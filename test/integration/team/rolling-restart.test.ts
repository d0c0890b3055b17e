import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseEventId } from '../../../src/mcp/event-id.ts';
import type { SessionKey, SessionStore } from '../../../src/session/session-store.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../../contract/postgres-server.ts';
import type { Serving } from '../cli/run-cli.ts';
import { createCleanup, eventually, tempDir } from '../harness.ts';
import { callModern, messagesIn, type ToolCall } from '../modern-http.ts';
import { type Cluster, startCluster } from './cluster.ts';

const cleanup = createCleanup();
let postgres: PostgresServer;
let cluster: Cluster;
/** One line for every time that the work was done. */
let effects: string;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async (test) => {
  if (!hasPostgres) test.skip('there is no PostgreSQL for this machine');
  effects = join(tempDir(cleanup), 'effects');
  cluster = await startCluster(cleanup, {
    store: { type: 'postgres', url: await postgres.emptyUrl() },
    size: 2,
    files: { 'tools/record.ts': toTool(effects) },
  });
});
afterEach(() => cleanup.run());

/** Does its work once, and takes a while after it, so that instances end in the middle of calls. */
const toTool = (file: string) => `import { appendFileSync } from 'node:fs';
import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

export const record = createMcpTool('record')
  .description('Records a text, after a question if there is one')
  .parameters(z.object({ text: z.string(), ask: z.boolean().default(false), pauseMs: z.number().default(200) }))
  .elicits({ sure: z.object({ sure: z.boolean() }) })
  .execute(function* ({ text, ask, pauseMs }, ctx) {
    if (ask) {
      const { action } = yield* ctx.elicit('sure', { message: 'Sure?' });
      if (action !== 'accept') return { recorded: '' };
    }
    yield* ctx.step('write', async () => appendFileSync(${JSON.stringify(file)}, text + '\\n'));
    yield* ctx.sleep(pauseMs);
    return { recorded: text };
  });
`;

function recorded(): string[] {
  return existsSync(effects) ? readFileSync(effects, 'utf8').trimEnd().split('\n') : [];
}

const accept = async () => ({ action: 'accept' as const, content: { sure: true } });

/** A client of the older era. `at`: the instance that a request reaches, by its body; else any. */
async function olderClient(
  at?: (body: string) => Serving | undefined,
  answer: (signal: AbortSignal) => ReturnType<typeof accept> = accept,
): Promise<Client1> {
  const client = new Client1({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, (_request, { signal }) => answer(signal));
  const headers = { Authorization: `Bearer ${cluster.secret('mcp-key')}`, Connection: 'close' };
  const transport = new StreamableHTTPClientTransport(new URL(`${cluster.url}/mcp`), {
    requestInit: { headers },
    fetch(url, init) {
      const instance = at?.(String(init?.body));
      return fetch(instance ? `http://127.0.0.1:${instance.mcp}/mcp` : url, init);
    },
  });
  await client.connect(transport);
  cleanup.add(() => client.close());
  return client;
}

/** Undefined if it is not known what came of a call. */
type Call = (call: ToolCall) => Promise<string | undefined>;

const modern: Call = async (call) => {
  const served = { url: (path: string) => new URL(path, cluster.url), key: cluster.secret('mcp-key') };
  const answer = await callModern(served, call).catch(() => undefined);
  const [block] = answer?.result?.content ?? [];
  return answer?.result?.isError ? undefined : block?.text;
};

const older = (client: Client1): Call => {
  return async ({ name, arguments: args = {} }) => {
    const result = await client.callTool({ name, arguments: args }).catch(() => undefined);
    const [block] = (result?.content ?? []) as { text: string }[];
    return result?.isError ? undefined : block?.text;
  };
};

test('an older client is asked by one instance and answers at another', async () => {
  const [first, second] = cluster.instances;
  for (const [calls, others] of [
    [first, second],
    [second, first],
  ]) {
    const client = await olderClient((body) => (body.includes('tools/call') ? calls : others));
    const said = await older(client)({ name: 'record', arguments: { text: 'asked', ask: true } });
    expect(said).toContain('asked');
  }
  expect(recorded()).toHaveLength(2);
});

test('instances are replaced one after the other, and no call is lost or done twice', async () => {
  const calls: Call[] = [modern, modern, older(await olderClient()), older(await olderClient())];
  const acknowledged: string[] = [];
  let isOver = false;
  const load = calls.map(async (call, worker) => {
    for (let n = 0; !isOver; n++) {
      const text = `${worker}-${n}`;
      if ((await call({ name: 'record', arguments: { text } }))?.includes(text)) acknowledged.push(text);
    }
  });
  const progress = (worker: number) => acknowledged.filter((text) => text.startsWith(`${worker}-`)).length;
  const allProceed = async () => {
    const before = calls.map((_, worker) => progress(worker));
    await eventually('calls of every client', () =>
      calls.every((_, worker) => progress(worker) > (before[worker] ?? 0) + 1),
    );
  };
  await allProceed();
  for (const instance of [...cluster.instances]) {
    await cluster.start();
    const { code } = await instance.stop('SIGTERM');
    expect(code).toBe(0);
    cluster.instances.splice(cluster.instances.indexOf(instance), 1);
    await allProceed();
  }
  isOver = true;
  await Promise.all(load);
  const done = recorded();
  expect(new Set(done).size).toBe(done.length);
  expect(acknowledged.filter((text) => !done.includes(text))).toEqual([]);
});

/** Nobody else looks for it before this is over. */
const HALF_DONE = { text: 'half done', pauseMs: 8_000 };

/** The one call, when its work is in the journal: before that, it may be done again. */
function journaled(store: SessionStore): Promise<SessionKey> {
  return eventually('the work to be in the journal', async () => {
    const [session] = (await store.list({ userId: 'local', kind: 'tool' })).sessions;
    if (!session) return undefined;
    const key = { sessionId: session.sessionId, userId: 'local' };
    return (await store.readLog(key)).some(({ action }) => action === 'tool.step') ? key : undefined;
  });
}

test('what a killed instance was doing is done by another within seconds', async () => {
  const [first] = cluster.instances;
  if (!first) throw new Error('no instance');
  cluster.prefer(first);
  const lost = modern({ name: 'record', arguments: HALF_DONE });
  const store = cluster.openStore();
  await journaled(store);
  await first.stop('SIGKILL');
  cluster.prefer();
  expect(await lost).toBeUndefined();
  await eventually('the call to end', async () => {
    const { sessions } = await store.list({ userId: 'local', kind: 'tool' });
    return sessions.length === 1 && sessions[0]?.status === 'closed';
  });
  expect(recorded()).toEqual(['half done']);
});

test('what a suspended instance was doing is done by another, and not again when it wakes up', async () => {
  const [first] = cluster.instances;
  if (!first) throw new Error('no instance');
  await cluster.start();
  cluster.prefer(first);
  const late = modern({ name: 'record', arguments: HALF_DONE });
  const store = cluster.openStore();
  const call = await journaled(store);
  process.kill(first.pid, 'SIGSTOP');
  cluster.prefer(...cluster.instances.slice(1));
  const history = await eventually('the call to end', async () => {
    const entries = await store.readLog(call);
    return entries.at(-1)?.action === 'close' ? entries : undefined;
  });
  process.kill(first.pid, 'SIGCONT');
  // Its client hears how it ended, or that this is not known.
  const said = await late;
  if (said !== undefined) expect(said).toContain('half done');
  cluster.prefer(first);
  expect(await modern({ name: 'record', arguments: { text: 'awake' } })).toContain('awake');
  expect(await store.readLog(call)).toEqual(history);
  expect(recorded()).toEqual(['half done', 'awake']);
});

test('a call that has asked goes on at another instance when its own is killed', async () => {
  const [first, second] = cluster.instances;
  if (!first) throw new Error('no instance');
  const shown: AbortSignal[] = [];
  let at = first;
  const client = await olderClient(
    () => at,
    (signal) => {
      shown.push(signal);
      return shown.length === 1 ? new Promise(() => {}) : accept();
    },
  );
  const said = client.callTool({ name: 'record', arguments: { text: 'after all', ask: true } });
  await eventually('the question', () => shown.length === 1);
  if (second) at = second;
  await first.stop('SIGKILL');
  expect(await said).toMatchObject({ content: [{ text: '{"recorded":"after all"}' }] });
  // What nobody waits for any longer is no longer shown.
  expect(shown.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(recorded()).toEqual(['after all']);
});

test('a result that its client has missed is read at another instance', async () => {
  const [first, second] = cluster.instances;
  if (!first || !second) throw new Error('no instance');
  const headers = {
    Authorization: `Bearer ${cluster.secret('mcp-key')}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Mcp-Protocol-Version': '2025-11-25',
  };
  const post = (message: object, more: object = {}) =>
    fetch(`http://127.0.0.1:${first.mcp}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const clientInfo = { name: 'by-hand', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const opened = await post({ id: 0, method: 'initialize', params });
  await opened.text();
  const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' };
  await post({ method: 'notifications/initialized' }, session);
  const call = { name: 'record', arguments: { text: 'missed' } };
  const broken = await post({ id: 7, method: 'tools/call', params: call }, session);
  const reader = broken.body?.getReader();
  const begun = new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const [, lastEvent = ''] = /^id: (.+)$/m.exec(begun) ?? [];
  const store = cluster.openStore();
  const connection = createHash('sha256').update(session['Mcp-Session-Id']).digest('base64url');
  const stream = `${connection} ${parseEventId(lastEvent)?.stream}`;
  await eventually('the result', async () => (await store.events?.read(stream))?.length);
  await first.stop('SIGKILL');
  const resumed = await fetch(`http://127.0.0.1:${second.mcp}/mcp`, {
    headers: { ...headers, ...session, 'Last-Event-ID': lastEvent },
  });
  expect(messagesIn(await resumed.text())).toMatchObject([
    { id: 7, result: { content: [{ type: 'text', text: '{"recorded":"missed"}' }] } },
  ]);
  expect(recorded()).toEqual(['missed']);
});
