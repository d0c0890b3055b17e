import { on } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createPageAccess } from '../../src/auth/page-access.ts';
import { cookieName } from '../../src/auth/page-cookie.ts';
import { createTandem } from '../../src/index.ts';
import { pageMessageSchema, statusSchema } from '../../src/protocol/page-messages.ts';
import { toyArea } from '../fixtures/toy-area.ts';

/** A folder with this configuration, served with the toy area, for an agent and for a person in a browser. */
async function serveToy(yaml: string) {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-toy-'));
  writeFileSync(join(dir, 'tandem.yaml'), yaml);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const tandem = await createTandem({ dir, areas: [toyArea] });
  onTestFinished(async () => void (await tandem.close()));
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  const agent = new Client({ name: 'agent', version: '1' });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${ports.mcp}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${tandem.folder.secret('mcp-key')}` } },
    }),
  );
  onTestFinished(() => agent.close());
  const access = createPageAccess({ secret: () => tandem.folder.secret('ui-token') });
  const cookie = access.sealCookie({ audience: 'page', subject: { t: 'local' } }, 60);
  const origin = `http://localhost:${ports.ui}`;
  const headers = { Origin: origin, Cookie: `${cookieName('page', ports.ui)}=${cookie}` };
  return { agent, get: (path: string) => fetch(origin + path, { headers }), origin, headers };
}

test('an area in one file brings its tool, setting, page and kind of session', async () => {
  const { agent, get, origin, headers } = await serveToy('areas: [toy]\ntoy: { greeting: Good morning }\n');

  const { content } = await agent.callTool({ name: 'toy_greet', arguments: { name: 'Ann' } });
  expect(content).toEqual([{ type: 'text', text: 'Good morning, Ann!' }]);

  const status = statusSchema.parse(await (await get('/api/status')).json());
  expect(status.areas).toContainEqual({
    name: 'toy',
    tools: ['toy_greet'],
    page: { path: '/toys', title: 'Toys' },
  });
  expect((await get('/toys')).headers.get('content-type')).toContain('text/html');
  expect(await (await get('/toys/7')).text()).toBe('Toy 7');

  const page = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers });
  onTestFinished(() => page.terminate());
  for await (const [data] of on(page, 'message')) {
    const message = pageMessageSchema.parse(JSON.parse(String(data)));
    if (message.type !== 'sessions') continue;
    expect(message.sessions).toMatchObject([
      {
        kind: 'toy',
        name: 'Greeted Ann',
        closable: true,
        links: [{ href: `/toys/${message.sessions[0]?.sessionId}` }],
      },
    ]);
    break;
  }
});

test('its settings are validated like all others, and it is not offered if it is not listed', async () => {
  await expect(serveToy('areas: [toy]\ntoy: { greting: Hi }\n')).rejects.toThrow(
    /tandem\.yaml:2.*greting.*greeting/s,
  );
  const { agent } = await serveToy('areas: [live]\n');
  expect((await agent.listTools()).tools.map(({ name }) => name)).not.toContain('toy_greet');
});

test('earlier names of areas in tandem.yaml still work', async () => {
  const { agent } = await serveToy('areas: [operate, build]\n');
  const names = (await agent.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['session_create', 'ui_run']));
});
