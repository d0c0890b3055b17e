import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedServer, startGuardedServer } from '../guards/guarded-server.ts';
import { Browser } from './browser.ts';
import { type LocalProvider, startLocalProvider } from './local-provider.mjs';
import { OAuthMemory, REDIRECT } from './oauth-client.ts';

const DOCUMENT = 'https://agent.example/client.json';

/** A client that has published who it is, and registers nowhere. */
class PublishedClient extends OAuthMemory {
  readonly clientMetadataUrl: string;
  constructor(address: string) {
    super();
    this.clientMetadataUrl = address;
  }
}

let provider: LocalProvider;
let server: GuardedServer;
beforeAll(async () => {
  const { clientMetadata } = new OAuthMemory();
  provider = await startLocalProvider({
    documents: { [DOCUMENT]: { client_id: DOCUMENT, ...clientMetadata } },
  });
  server = await startGuardedServer({
    yaml: `mcp: { auth: { type: oidc, issuer: "${provider.issuer}", scopes: [tandem] } }`,
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider?.close();
});

function connect(memory: OAuthMemory) {
  const address = new URL(`http://127.0.0.1:${server.mcp}/mcp`);
  const transport = new StreamableHTTPClientTransport(address, { authProvider: memory });
  const client = new Client({ name: 'test', version: '1' }, {});
  return { client, transport, connecting: client.connect(transport) };
}

test('the official client signs in by its metadata document, without registering, and calls a tool', async () => {
  const memory = new PublishedClient(DOCUMENT);
  const first = connect(memory);
  await expect(first.connecting).rejects.toThrow(UnauthorizedError);
  expect(memory.sentTo?.searchParams.get('client_id')).toBe(DOCUMENT);

  const back = await new Browser().followTo(memory.sentTo ?? '', REDIRECT);
  await first.transport.finishAuth(back.searchParams);
  const { client, connecting } = connect(memory);
  await connecting;
  const made = await client.callTool({ name: 'session_create', arguments: { name: 'By document' } });
  expect(made.isError, JSON.stringify(made)).toBeFalsy();
  await client.close();
  expect(provider.state.fetched).toEqual([DOCUMENT]);
  expect(provider.state.requests).not.toContain('POST /reg');
});

test('a client whose document is not there gets no token', async () => {
  const memory = new PublishedClient('https://agent.example/missing.json');
  await expect(connect(memory).connecting).rejects.toThrow(UnauthorizedError);
  const response = await fetch(memory.sentTo ?? '', { redirect: 'manual' });
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('client_id metadata document fetch failed'),
  ]);
});
