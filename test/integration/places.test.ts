import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createScriptedModel } from '../../src/ask/sampling/scripted-model.ts';
import { createMcpTool } from '../../src/ask/tool/create-mcp-tool.ts';
import { createPageAccess } from '../../src/auth/page-access.ts';
import { cookieName } from '../../src/auth/page-cookie.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { loadConfig } from '../../src/server/load-config.ts';
import { createTandem } from '../../src/server/tandem.ts';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { idOf, parseLines, toAnswer } from '../fixtures/chat-client.ts';
import { startGuardedServer } from './guards/guarded-server.ts';
import { openMcpCaller } from './guards/mcp-caller.ts';
import { sendRaw } from './guards/raw-request.ts';
import { ANN, createCleanup, type Served, serve, tempDir, twoUsers } from './harness.ts';
import { callModern } from './modern-http.ts';

/* Paths on this machine are shown to its own user only. */

const cleanup = createCleanup();
afterEach(cleanup.run);
const record = recordAttacks('Places on the machine');

/** Call a session whose file was damaged: the error says which file to repair. */
async function refusals(served: Served, key: string): Promise<string[]> {
  const create = { name: 'session_create', arguments: { name: 'x' } };
  const { result } = await callModern(served, create, { key });
  const { sessionId } = JSON.parse(result?.content?.[0]?.text ?? '') as { sessionId: string };
  for (const file of readdirSync(served.dir, { recursive: true, encoding: 'utf8' }))
    if (/session-\d+\.json$/.test(file)) writeFileSync(join(served.dir, file), '{"broken');
  const close = { name: 'session_close', arguments: { sessionId } };
  const modern = await callModern(served, close, { key });
  const legacy = await openMcpCaller(Number(served.url('').port), key);
  const { text } = await legacy.call(close.name, close.arguments);
  return [modern.result?.content?.[0]?.text ?? '', text];
}

describe('an error that names a file', () => {
  test('shows a remote user a path in the served folder', async () => {
    const served = await serve(cleanup, tempDir(cleanup), twoUsers);
    const texts = await refusals(served, ANN);
    for (const text of texts) {
      expect(text).toMatch(
        /The session in \.tandem\/sessions\/ann\/sess_\w+\/session-\d\.json cannot be read/,
      );
      expect(text).not.toContain(served.dir);
    }
    record('learn from an error where files lie', 'tools/call by a remote user', texts[0] ?? '');
  });

  test('shows the local user the whole path', async () => {
    const served = await serve(cleanup, tempDir(cleanup));
    for (const text of await refusals(served, served.key))
      expect(text).toContain(`The session in ${served.dir}/.tandem/sessions/local/sess_`);
  });
});

describe('the page', () => {
  const ask = async (server: Awaited<ReturnType<typeof startGuardedServer>>, cookie: string, path: string) =>
    sendRaw(server.ui, { path, headers: { Host: `localhost:${server.ui}`, Cookie: cookie } });

  test('shows a remote user nothing about where the server runs', async () => {
    await using server = await startGuardedServer({
      yaml: `mcp: { auth: { type: api_key, keys: [{ key: ${ANN}, user: { id: ann } }] } }`,
    });
    const origin = `http://localhost:${server.ui}`;
    const signedIn = await sendRaw(server.ui, {
      method: 'POST',
      path: '/api/sign-in',
      body: JSON.stringify({ secret: ANN }),
      headers: { Host: `localhost:${server.ui}`, Origin: origin, 'Content-Type': 'application/json' },
    });
    const cookie = signedIn.cookies[0]?.split(';')[0] ?? '';
    const { status, body } = await ask(server, cookie, '/api/status');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ dir: '.' });
    const page = new WebSocket(`ws://localhost:${server.ui}/page-ws`, {
      headers: { Cookie: cookie, Origin: origin },
    });
    const told = await new Promise((resolve) => page.once('message', (data) => resolve(String(data))));
    expect(told).toBe('page of .');
    page.terminate();
  });

  test('shows the local user everything', async () => {
    await using server = await startGuardedServer();
    const { body } = await ask(server, server.cookie('page'), '/api/status');
    expect(JSON.parse(body)).toMatchObject({ dir: server.dir });
  });
});

describe('the chat', () => {
  /** Everything that a person reads and the model receives after a tool fails with paths in its message. */
  async function failInChat(dir: string, secret?: string): Promise<{ read: string; told: string }> {
    const lost = createMcpTool('lost')
      .description('Finds nothing.')
      .parameters(z.object({}))
      .elicits({ where: z.object({}) })
      .execute(function* (_params, ctx) {
        yield* ctx.elicit('where', { message: `Look in ${dir}/shelf?` });
        throw new Error(`ENOENT: open '${dir}/shelf/book.txt', and /etc/tandem/other.txt`);
      });
    const model = createScriptedModel([{ tool: 'lost', input: {} }, 'Sorry.']);
    const config = await loadConfig(dir, {});
    const log = createLogger('silent');
    const tandem = await createTandem({ dir, config, env: {}, log, tools: [lost], model });
    cleanup.add(() => tandem.close());
    const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
    await tandem.start();
    const access = createPageAccess({ secret: () => tandem.folder.secret('ui-token') });
    const origin = `http://localhost:${ports.ui}`;
    const json = { Origin: origin, 'Content-Type': 'application/json' };
    const name = cookieName('page', ports.ui);
    const signIn = async () => {
      const init = { method: 'POST', headers: json, body: JSON.stringify({ secret }) };
      const cookies = (await fetch(`${origin}/api/sign-in`, init)).headers.getSetCookie();
      return cookies[0]?.split(';')[0]?.slice(name.length + 1) ?? '';
    };
    const local = access.sealCookie({ audience: 'page', subject: { t: 'local' } }, 60);
    const cookie = secret === undefined ? local : await signIn();
    const headers = { ...json, Cookie: `${name}=${cookie}`, 'x-tandem-token': access.pageToken(cookie) };
    const post = async (body: unknown) =>
      (await fetch(`${origin}/api/chat`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    const asked = await post({ messages: [{ role: 'user', content: 'Find it.' }] });
    const lines = parseLines(asked);
    const conversationId = idOf(lines);
    const answered = await post({ conversationId, ...toAnswer(lines, { action: 'accept', content: {} }) });
    const history = await fetch(`${origin}/api/chat/${conversationId}`, { headers });
    return {
      read: [asked, answered, await history.text()].join('\n'),
      told: JSON.stringify(model.prompts.at(-1)),
    };
  }

  test('shows a remote user, and the model they chat with, no path on this machine', async () => {
    const dir = tempDir(cleanup);
    const auth = `{ type: api_key, keys: [{ key: ${ANN}, user: { id: ann } }] }`;
    writeFileSync(join(dir, 'tandem.yaml'), `mcp: { auth: ${auth} }\n`);
    const { read, told } = await failInChat(dir, ANN);
    const words = "ENOENT: open 'shelf/book.txt', and …/other.txt";
    for (const text of [read, told]) {
      expect(text).toContain(words);
      expect(text).not.toContain(dir);
      expect(text).not.toContain('/etc/tandem');
    }
    expect(read).toContain('Look in shelf?');
    record('learn from a tool that failed where files lie', 'POST /api/chat by a remote user', words);
  });

  test('shows the local user the whole path', async () => {
    const dir = tempDir(cleanup);
    const { read, told } = await failInChat(dir);
    for (const text of [read, told]) expect(text).toContain(`${dir}/shelf/book.txt`);
  });
});
