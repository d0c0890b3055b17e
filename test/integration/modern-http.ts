import type { Served } from './harness.ts';

/* Revision 2026-07-28 written by hand, for requests that no client library would send. */

const VERSION = '2026-07-28';
export const FORMS = { elicitation: { form: {} } };

export interface RpcAnswer {
  result?: ToolAnswer;
  error?: { code: number; message: string; data?: unknown };
}

export interface ToolAnswer {
  resultType?: string;
  content?: { type: string; text: string }[];
  isError?: boolean;
  requestState?: string;
  inputRequests?: Record<string, { method: string; params: { message: string } }>;
}

export interface ToolCall {
  name: string;
  arguments?: Record<string, unknown>;
  requestState?: unknown;
  inputResponses?: Record<string, unknown>;
}

export interface Caller {
  key?: string;
  capabilities?: Record<string, unknown>;
  signal?: AbortSignal;
  /** More to tell with the request, such as the log level. */
  meta?: Record<string, unknown>;
}

let lastId = 0;

/** One request of the newer era; returns the HTTP response unchanged. */
export function postModern(
  served: Pick<Served, 'url' | 'key'>,
  method: string,
  params: Record<string, unknown>,
  { key = served.key, capabilities = FORMS, signal, meta: more }: Caller = {},
): Promise<Response> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'by-hand', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...more,
  };
  return fetch(served.url('/mcp'), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta: meta } }),
    signal: signal ?? null,
  });
}

/** Calls a tool and reads the result, from a body or from the end of a stream. */
export async function callModern(
  served: Pick<Served, 'url' | 'key'>,
  call: ToolCall,
  caller?: Caller,
): Promise<RpcAnswer> {
  const response = await postModern(served, 'tools/call', { ...call }, caller);
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return JSON.parse(text) as RpcAnswer;
  return messagesIn(text).at(-1) as RpcAnswer;
}

/** The messages of an event stream's text. */
export function messagesIn(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}
