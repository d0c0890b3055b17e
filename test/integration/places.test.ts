import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { startGuardedServer } from './guards/guarded-server.ts';
import { openMcpCaller } from './guards/mcp-caller.ts';
import { sendRaw } from './guards/raw-request.ts';
import { ANN, createCleanup, type Served, serve, tempDir, twoUsers } from './harness.ts';
import { callModern } from './modern-http.ts';

/* Where things lie on this machine is told to its own user only. */

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

  test('shows a remote user nothing of where the server works', async () => {
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
