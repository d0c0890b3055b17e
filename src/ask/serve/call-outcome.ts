import type { Waiting } from '../../area/input-required.ts';
import { decodeJson } from '../../lib/json-codec.ts';
import { toAskId } from '../calls/call-record.ts';
import { askedName } from '../calls/standing.ts';
import type { ToolCall } from '../calls/tool-call.ts';

/** The state of a call, as `ask_result` returns it. */
export type CallOutcome =
  | (Waiting & { open?: { askId: string; url: string; message: string; waitsFor?: string }[] })
  | { status: 'done'; result: unknown }
  | { status: 'failed' | 'cancelled'; error: string };

export async function toOutcome(
  call: ToolCall,
  link: (askId: string) => Promise<string>,
): Promise<CallOutcome> {
  const { ending } = call;
  if (ending?.op === 'completed') return toDone(call, decodeJson(ending.value) ?? null);
  if (ending?.op === 'failed') return { status: 'failed', error: ending.error.message };
  if (ending?.op === 'cancelled') return { status: 'cancelled', error: ending.reason };
  const open = await Promise.all(
    call.open.map(async ({ askId, message, to }) => ({
      askId,
      url: await link(askId),
      message,
      ...(to && { waitsFor: askedName(to) }),
    })),
  );
  const newest = open.at(-1);
  if (newest && !call.problem) return { status: 'waiting', ...newest, ...(open.length > 1 ? { open } : {}) };
  const last = call.questions.at(-1);
  return {
    status: 'waiting',
    // A call that has not asked yet is identified by its own id.
    askId: last ? toAskId(call.sessionId, last.seq) : call.sessionId,
    message: call.problem ?? toStatus(call),
  };
}

/** A call of `ctx.ask` ends with a result in MCP's format; agents get its content. */
function toDone({ repeat }: ToolCall, result: unknown): CallOutcome {
  if (!repeat) return { status: 'done', result };
  const { content, structuredContent, isError } = result as CallToolResult;
  const text = content.map((block) => block.text ?? '').join('\n');
  return isError ? { status: 'failed', error: text } : { status: 'done', result: structuredContent ?? text };
}

interface CallToolResult {
  content: { text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

function toStatus({ status }: ToolCall): string {
  return status === 'awaiting_sample'
    ? 'The tool asks a model, and only the calling client offers one.'
    : 'The tool is working.';
}
