import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { TandemError } from '../errors.ts';
import { linkAbort } from '../lib/link-abort.ts';
import { OUTCOME_UNKNOWN } from '../lib/outcome-unknown.ts';
import { currentRequest } from '../lib/request-context.ts';
import type { Instance } from '../session/instance-store.ts';
import type { McpConnection } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';

/** Whatever the client speaks, instances speak the revision without connections. */
const VERSION = '2026-07-28';

interface Asked {
  method: 'tools/call' | 'resources/read';
  /** The tool or the resource. */
  name: string;
  params: Record<string, unknown>;
  /** False: the client can no longer be asked anything. */
  mayAsk?: boolean;
}

/** Handle a request here, or let the instance handle it that is the home of what it is about. */
export function atHome<T>(
  home: string | undefined,
  { instances }: McpServices,
  { here, there }: { here(): Promise<T>; there(to: Instance): Promise<T> },
): Promise<T> {
  if (!instances || home === undefined) return here();
  return instances.serve(() => instances.homeOf(home), { here, there });
}

/** Ask another instance in the caller's name; progress and log lines reach the client on the way. */
export async function relay(
  to: Instance,
  { method, name, params, mayAsk = true }: Asked,
  sdk: ServerContext,
  connection: McpConnection,
  { work }: McpServices,
): Promise<Record<string, unknown>> {
  const ask = currentRequest()?.askInstance;
  if (!ask)
    throw new TandemError('unavailable', 'This has just moved to another instance. Try again.', {
      retryAfter: 1,
    });
  const envelope = (sdk.mcpReq.envelope ?? {}) as Record<string, unknown>;
  const said = connection.handshake();
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? said.capabilities ?? {};
  const _meta = {
    ...envelope,
    ...sdk.mcpReq._meta,
    [PROTOCOL_VERSION_META_KEY]: VERSION,
    [CLIENT_INFO_META_KEY]: envelope[CLIENT_INFO_META_KEY] ?? said.info ?? { name: 'unknown', version: '' },
    [CLIENT_CAPABILITIES_META_KEY]: mayAsk ? capabilities : {},
  };
  const { signal, unlink } = linkAbort(sdk.mcpReq.signal, work.cancelled);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
  try {
    const response = await ask(to, { rawHeaders: headersFor(method, name), body, signal });
    for await (const message of messagesOf(response)) {
      if ('method' in message) await sdk.mcpReq.notify(message as never);
      else if ('error' in message)
        throw new ProtocolError(message.error.code, message.error.message, message.error.data);
      else if ('result' in message) return withoutEnvelope(message.result);
    }
  } catch (error) {
    throw work.cancelled.aborted ? work.cancelled.reason : error;
  } finally {
    unlink();
  }
  if (work.cancelled.aborted) throw work.cancelled.reason;
  throw new TandemError('unavailable', OUTCOME_UNKNOWN, { retryAfter: 2 });
}

function headersFor(method: string, name: string): string[] {
  return [
    ...['Content-Type', 'application/json'],
    ...['Accept', 'application/json, text/event-stream'],
    ...['Mcp-Protocol-Version', VERSION],
    ...['Mcp-Method', method],
    ...['Mcp-Name', name],
  ];
}

/** What the newer revision adds to a result is added again for clients that know it. */
function withoutEnvelope(result: Record<string, unknown>): Record<string, unknown> {
  const { resultType, _meta: _, ...own } = result;
  return resultType === 'input_required' ? { resultType, ...own } : own;
}

async function* messagesOf(response: Response): AsyncGenerator<JSONRPCMessage> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield toMessage(await response.text(), response.status);
    return;
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of untilCut(response.body)) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
      if (data.join('').trim() !== '') yield JSON.parse(data.join('\n')) as JSONRPCMessage;
    }
  }
}

/** A stream that breaks off ends here: what is missing says so. */
async function* untilCut(body: Response['body']): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk;
  } catch {}
}

/** A refusal of the door is not a message. */
function toMessage(text: string, status: number): JSONRPCMessage {
  const value = JSON.parse(text) as JSONRPCMessage | { error?: unknown };
  if ('jsonrpc' in value) return value;
  throw new TandemError('unavailable', `Another instance refused (${status}): ${String(value.error)}`, {
    retryAfter: 2,
  });
}
