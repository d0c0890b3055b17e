import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SessionStore } from '../../../src/session/session-store.ts';
import { hasPostgres, startPostgres } from '../../contract/postgres-server.ts';
import { firstOf, idOf, parseLines } from '../../fixtures/chat-client.ts';
import type { Serving } from '../cli/run-cli.ts';
import { createCleanup, eventually, tempDir } from '../harness.ts';
import { createPageClient } from '../page-client.ts';
import { type Cluster, startCluster } from './cluster.ts';

const cleanup = createCleanup();
let cluster: Cluster;
let store: SessionStore;
let notes: string;
beforeAll(async () => {
  if (!hasPostgres) return;
  const postgres = await startPostgres();
  cleanup.add(() => postgres.stop());
  notes = tempDir(cleanup);
  cluster = await startCluster(cleanup, {
    store: { type: 'postgres', url: await postgres.emptyUrl() },
    size: 3,
    files: { 'tools/approve.ts': toTool(notes) },
  });
  store = cluster.openStore();
});
afterAll(cleanup.run);
beforeEach((test) => {
  if (!hasPostgres) test.skip('there is no PostgreSQL for this machine');
});

/** Asks, then works until the file "go" is there. */
const toTool = (dir: string) => `import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';

export const approve = createMcpTool('approve')
  .description('Asks if something may be done, and does it')
  .parameters(z.object({ text: z.string(), ask: z.boolean().default(true) }))
  .elicits({ sure: z.object({ sure: z.boolean() }) })
  .execute(function* ({ text, ask }, ctx) {
    if (ask) yield* ctx.elicit('sure', { message: 'Sure?' });
    yield* ctx.step('work', async () => {
      writeFileSync(${JSON.stringify(dir)} + '/' + text, '');
      while (!ask && !existsSync(${JSON.stringify(dir)} + '/go')) await sleep(20);
    });
    return { done: text };
  });
`;

/** The person's browser at one instance. */
function pageAt(instance: Serving) {
  const page = createPageClient({ folder: cluster }, Number(new URL(cluster.url).port));
  Object.assign(page.headers, { Connection: 'close' });
  return (method: string, path: string, body?: unknown) => {
    cluster.prefer(instance);
    return page.send(method, path, body);
  };
}

const turn = (text: string) => ({ messages: [{ role: 'user', content: `approve ${text}` }] });
const yes = { action: 'accept', content: { sure: true } };

/** What the model said when the tool had ended, read without a server. */
async function saidIn(conversationId: string): Promise<boolean> {
  const log = await store.readLog({ sessionId: conversationId, userId: 'local' });
  return JSON.stringify(log).includes('The tool returned');
}

test('a conversation is begun at one instance, followed at another and answered at a third', async () => {
  const [first, second, third] = cluster.instances.map(pageAt);
  if (!first || !second || !third) throw new Error('no instance');
  const lines = parseLines(await (await first('POST', '/api/chat', turn('{"text":"a"}'))).text());
  const id = idOf(lines);
  const followed = await second('GET', `/api/chat/${id}/stream?after=${lines.at(-1)?.lsn}&follow=1`);
  const { elicitId } = firstOf(lines, 'plugin_elicit_request');
  expect((await third('POST', `/api/chat/${id}/asks/${elicitId}`, yes)).status).toBe(200);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of followed.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('"complete"')) break;
  }
  expect(text).toContain('The tool returned: {\\"done\\":\\"a\\"}');
});

test('an answer on the page of the question continues a conversation that nobody looks at', async () => {
  const [first, second] = cluster.instances.map(pageAt);
  if (!first || !second) throw new Error('no instance');
  const lines = parseLines(await (await first('POST', '/api/chat', turn('{"text":"b"}'))).text());
  const { elicitId } = firstOf(lines, 'plugin_elicit_request');
  expect((await second('POST', `/api/asks/${elicitId}`, yes)).status).toBe(200);
  await eventually('the model to continue', () => saidIn(idOf(lines)));
});

test('a run of a killed instance is continued by another, also if nobody looks', async () => {
  const [doomed] = cluster.instances;
  if (!doomed) throw new Error('no instance');
  const begun = await pageAt(doomed)('POST', '/api/chat', turn('{"text":"c","ask":false}'));
  const reader = begun.body?.getReader();
  const id = idOf(parseLines(new TextDecoder().decode((await reader?.read())?.value)));
  await eventually('the tool to begin', () => existsSync(join(notes, 'c')));
  await doomed.stop('SIGKILL');
  writeFileSync(join(notes, 'go'), '');
  await eventually('the model to continue', () => saidIn(id));
});
