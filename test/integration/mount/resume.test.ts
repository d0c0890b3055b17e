import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createCleanup, fileAppears } from '../harness.ts';
import { type MountedServer, startMountedServer } from './mounted-server.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const VERSION = '2025-11-25';

function send(
  { url }: MountedServer,
  headers: Record<string, string>,
  message?: object,
  signal?: AbortSignal,
) {
  return fetch(`${url}/mcp`, {
    method: message ? 'POST' : 'GET',
    headers: {
      Authorization: 'Bearer key-of-ada',
      Accept: message ? 'application/json, text/event-stream' : 'text/event-stream',
      'Mcp-Protocol-Version': VERSION,
      ...(message ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    body: message ? JSON.stringify({ jsonrpc: '2.0', ...message }) : null,
    signal: signal ?? null,
  });
}

test.each(['node', 'fetch'] as const)(
  'a stream of an older client that breaks during a call is resumed (%s)',
  async (carrier) => {
    const server = await startMountedServer(cleanup, carrier);
    const clientInfo = { name: 'test', version: '1' };
    const opened = await send(
      server,
      {},
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: VERSION, capabilities: {}, clientInfo },
      },
    );
    const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' };
    await opened.text();
    await send(server, session, { method: 'notifications/initialized' });

    const leaving = new AbortController();
    const call = {
      id: 7,
      method: 'tools/call',
      params: { name: 'slow', arguments: { id: 'a' }, _meta: { progressToken: 'p' } },
    };
    const broken = await send(server, session, call, leaving.signal);
    const { value } = (await broken.body?.getReader().read()) ?? {};
    const [, lastEventId = ''] = /^id: (.*)$/m.exec(new TextDecoder().decode(value)) ?? [];
    await fileAppears(join(server.dir, 'a.started'));
    leaving.abort();

    const resumed = await send(server, { ...session, 'Last-Event-ID': lastEventId });
    expect(resumed.status).toBe(200);
    writeFileSync(join(server.dir, 'a.gate'), '');
    expect(await resumed.text()).toContain('a went through the gate');
  },
);
