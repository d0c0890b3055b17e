import { fileURLToPath } from 'node:url';
import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
  SSEClientTransport as Sse2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as Sse1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type Cleanup, type Served, serve, tempDir } from './harness.ts';

export interface Question {
  message: string;
  requestedSchema?: unknown;
  mode?: string;
  url?: string;
  _meta?: unknown;
}

export interface Reply {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
}

export interface CallResult {
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

export interface ShownTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
}

/** What the tests need of a client, the same for every library and version. */
export interface AnyClient {
  /** The folder the server at the other end works in. */
  dir: string;
  era(): 'modern' | 'legacy' | undefined;
  info(): { name: string; version: string } | undefined;
  instructions(): string | undefined;
  listTools(): Promise<ShownTool[]>;
  call(name: string, args?: Record<string, unknown>): Promise<CallResult>;
}

export type Via = 'stdio' | 'http' | 'sse';
export type Library = '2.x auto' | '2.x legacy' | '1.x';

type Transport1 = Parameters<Client1['connect']>[0];
type Asked = (question: Question) => Reply | Promise<Reply>;

type Nothing = Record<string, never>;

interface Capabilities {
  elicitation?: { form?: Nothing; url?: Nothing };
  sampling?: Nothing;
}

export interface ClientOptions {
  /** Make the folder what the server should find. */
  prepare?(dir: string): void;
  /** What the client says it can do; by default, show forms. */
  capabilities?: Capabilities;
  /** What the client's model says. */
  onSample?(params: unknown): string;
}

const NAME = { name: 'test', version: '1' };
const FORMS: Capabilities = { elicitation: { form: {} } };
const fixtureServer = fileURLToPath(new URL('fixture-server.mjs', import.meta.url));

/** A connected client of one library, over one transport, to a server of its own. */
export async function openClient(
  cleanup: Cleanup,
  library: Library,
  via: Via,
  onQuestion: Asked,
  options: ClientOptions = {},
): Promise<AnyClient> {
  const dir = tempDir(cleanup);
  options.prepare?.(dir);
  const served = via === 'stdio' ? undefined : await serve(cleanup, dir);
  if (library === '1.x') return openClient1(cleanup, dir, transport1(via, dir, served), onQuestion, options);
  const { capabilities = FORMS } = options;
  const client = new Client2(NAME, {
    capabilities,
    versionNegotiation: { mode: library === '2.x auto' ? 'auto' : 'legacy' },
  });
  if (capabilities.elicitation)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({ ...(await onQuestion(params)) }));
  if (capabilities.sampling)
    client.setRequestHandler('sampling/createMessage', ({ params }) => sampled(options, params));
  await client.connect(transport2(via, dir, served));
  cleanup.add(() => client.close());
  return {
    dir,
    era: () => client.getProtocolEra(),
    info: () => client.getServerVersion(),
    instructions: () => client.getInstructions(),
    listTools: async () => (await client.listTools()).tools as ShownTool[],
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
  };
}

async function openClient1(
  cleanup: Cleanup,
  dir: string,
  transport: Transport1,
  onQuestion: Asked,
  options: ClientOptions,
): Promise<AnyClient> {
  const { capabilities = FORMS } = options;
  const client = new Client1(NAME, { capabilities });
  if (capabilities.elicitation)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...(await onQuestion(params)) }));
  if (capabilities.sampling)
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => sampled(options, params));
  await client.connect(transport);
  cleanup.add(() => client.close());
  return {
    dir,
    era: () => 'legacy',
    info: () => client.getServerVersion(),
    instructions: () => client.getInstructions(),
    listTools: async () => (await client.listTools()).tools as ShownTool[],
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as CallResult,
  };
}

function sampled({ onSample }: ClientOptions, params: unknown) {
  const text = onSample?.(params) ?? '';
  return { role: 'assistant' as const, model: 'of the client', content: { type: 'text' as const, text } };
}

export function transport2(via: Via, dir: string, served: Served | undefined, key = served?.key) {
  if (!served) return new Stdio2(child(dir));
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  return via === 'sse'
    ? new Sse2(served.url('/sse'), { requestInit })
    : new Http2(served.url('/mcp'), { requestInit });
}

function transport1(via: Via, dir: string, served: Served | undefined): Transport1 {
  if (!served) return new Stdio1(child(dir));
  const requestInit = { headers: { Authorization: `Bearer ${served.key}` } };
  return via === 'sse'
    ? new Sse1(served.url('/sse'), { requestInit })
    : (new Http1(served.url('/mcp'), { requestInit }) as Transport1);
}

function child(dir: string) {
  return { command: process.execPath, args: [fixtureServer, dir], stderr: 'ignore' as const };
}
