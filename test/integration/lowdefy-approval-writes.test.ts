import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect, test } from 'vitest';
import { write } from '../fixtures/write-files.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { toMcpUser } from './lowdefy/mcp-client.ts';
import { serveTeam, structured, TEAM, type Team } from './sharing/team.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const app = (port: number) => `lowdefy: 4.0.0-rc.11
connections:
  - { id: bank, type: AxiosHttp, properties: { baseURL: "http://127.0.0.1:${port}" } }
pages:
  - id: home
    type: Box
    requests:
      - { id: transfer, type: AxiosHttp, connectionId: bank, properties: { url: /transfer, method: post } }
      - { id: balance, type: AxiosHttp, connectionId: bank, properties: { url: /balance } }
    blocks:
      - { id: send, type: Button, events: { onClick: [{ id: t, type: Request, params: transfer }] } }
      - { id: look, type: Button, events: { onClick: [{ id: b, type: Request, params: balance }] } }
`;

/** Counts what it is asked; transfers wait for `release`. */
async function startBank(isSlow = false) {
  const requests: string[] = [];
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (isSlow && request.method === 'POST') held.push(response);
    else response.end('"ok"');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests, held };
}

async function serveApp(port: number, settings = ''): Promise<Team> {
  const dir = join(tempDir(cleanup), 'shop');
  write(dir, { 'lowdefy.yaml': app(port), 'tandem.yaml': `${TEAM}  confirm: writes\n${settings}` });
  return serveTeam(cleanup, dir);
}

const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

test('with confirm: writes, what writes is asked for and what reads is not', async () => {
  const { port, requests } = await startBank();
  const team = await serveApp(port);
  const agent = await team.agent('agent-of-ann');
  const { sessionId } = structured<{ sessionId: string }>(await agent.call('session_create', { name: 'x' }));
  await agent.call('navigate', { sessionId, pageId: 'home' });
  await agent.call('interact', { sessionId, actions: [click('look')] });
  const { texts } = await agent.call('interact', { sessionId, actions: [click('send')] });
  expect(requests).toEqual(['/balance']);
  const { askId } = JSON.parse(texts[0] ?? '') as { askId: string };
  const ann = await team.person('ann');
  await ann.post(`/api/asks/${askId}`, { action: 'accept', content: { decision: 'approve' } });
  await agent.call('ask_result', { askId, waitSeconds: 10 });
  expect(requests).toEqual(['/balance', '/transfer']);
});

test.each(['auto', 'legacy'] as const)(
  'where the app allows it, a client of the era "%s" asks in its own form',
  async (mode) => {
    const { port, requests } = await startBank();
    const team = await serveApp(port, '  approve: { inClient: true }\n');
    const client = new Client(
      { name: 'forms', version: '1' },
      { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
    );
    const shown: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shown.push(params.message);
      return { action: 'accept', content: { decision: shown.length === 1 ? 'decline' : 'approve' } };
    });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${team.mcp}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${team.keyOf('agent-of-ann')}` } },
      }),
    );
    cleanup.add(() => client.close());
    const agent = toMcpUser(client);
    const { sessionId } = structured<{ sessionId: string }>(
      await agent.call('session_create', { name: 'x' }),
    );
    await agent.call('navigate', { sessionId, pageId: 'home' });
    const act = () => agent.call('interact', { sessionId, actions: [click('send')] });
    expect(await act()).toMatchObject({ isError: true, texts: [expect.stringContaining('declined')] });
    expect(requests).toEqual([]);
    expect(await act()).toMatchObject({ isError: false });
    expect(requests).toEqual(['/transfer']);
    expect(shown).toHaveLength(2);
  },
);

test('killed between the yes and its outcome, it says so and asks again, and does nothing twice', async () => {
  const { port, requests, held } = await startBank(true);
  const dir = join(tempDir(cleanup), 'shop');
  write(dir, { 'lowdefy.yaml': app(port), 'tandem.yaml': `${TEAM}  confirm: writes\n` });
  const first = await serveTeam(cleanup, dir);
  const agent = await first.agent('agent-of-ann');
  const { sessionId } = structured<{ sessionId: string }>(await agent.call('session_create', { name: 'x' }));
  await agent.call('navigate', { sessionId, pageId: 'home' });
  const { texts } = await agent.call('interact', { sessionId, actions: [click('send')] });
  const { askId } = JSON.parse(texts[0] ?? '') as { askId: string };
  const ann = await first.person('ann');
  await ann.post(`/api/asks/${askId}`, { action: 'accept', content: { decision: 'approve' } });
  // Its answer never comes.
  agent.call('ask_result', { askId, waitSeconds: 10 }).catch(() => {});
  await eventually('the transfer', () => held.length === 1);
  await first.stop('SIGKILL');
  const second = await serveTeam(cleanup, dir);
  const again = await second.agent('agent-of-ann');
  const asked = JSON.parse((await again.call('ask_result', { askId, waitSeconds: 10 })).texts[0] ?? '') as {
    message: string;
  };
  expect(asked.message).toContain('its outcome is unknown');
  expect(requests).toEqual(['/transfer']);
});
