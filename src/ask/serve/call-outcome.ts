import { decodeJson } from '../../lib/json-codec.ts';
import type { ToolCall } from '../calls/calls.ts';

/** The state of a call, as `ask_result` returns it. */
export type CallOutcome =
  | { status: 'waiting'; askId?: string; url?: string; message: string }
  | { status: 'done'; result: unknown }
  | { status: 'failed' | 'cancelled'; error: string };

export async function toOutcome(
  call: ToolCall,
  link: (askId: string) => Promise<string>,
): Promise<CallOutcome> {
  const { ending } = call;
  if (ending?.op === 'completed') return { status: 'done', result: decodeJson(ending.value) ?? null };
  if (ending?.op === 'failed') return { status: 'failed', error: ending.error.message };
  if (ending?.op === 'cancelled') return { status: 'cancelled', error: ending.reason };
  const newest = call.open.at(-1);
  if (newest) {
    const { askId, message } = newest;
    return { status: 'waiting', askId, url: await link(askId), message };
  }
  return {
    status: 'waiting',
    message:
      call.status === 'awaiting_sample'
        ? 'The tool asks a model, and only the calling client offers one.'
        : 'The tool is working.',
  };
}
