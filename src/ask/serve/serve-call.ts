import type { CallContext } from '../../area/call-context.ts';
import type { InputRequired } from '../../area/input-required.ts';
import type { ToolResult } from '../../area/tool.ts';
import type { Calls, ToolCall } from '../calls/calls.ts';
import { toCreateMessage } from '../sampling/client-sampling.ts';
import { abortWhenCancelled } from './abort-when-cancelled.ts';
import { toOutcome } from './call-outcome.ts';
import { createCallProgress } from './call-progress.ts';
import type { RoundState } from './round-state.ts';
import { type Taken, takeAnswers } from './take-answers.ts';
import { toRequests } from './to-requests.ts';

export interface ServeCallOptions {
  calls: Calls;
  ctx: CallContext;
  hasPlugin: boolean;
  link(askId: string): Promise<string>;
}

/** How long a caller waits for an answer on the page; much longer where the caller receives progress. */
const PATIENCE_MS = 25_000;
const LONG_PATIENCE_MS = 24 * 60 * 60_000;

/** One round of a call over MCP: pass on the answers, continue, and return the state of the call. */
export async function serveCall(
  round: RoundState,
  options: ServeCallOptions,
): Promise<ToolResult | InputRequired> {
  const { calls, ctx } = options;
  const progress = createCallProgress(ctx);
  const stopHearing = calls.onNotice(round.sessionId, progress.relay);
  const stopWatching = abortWhenCancelled(calls, ctx, round.sessionId);
  try {
    const taken = await takeAnswers(calls, ctx, round);
    let call = await progress.during(calls.settled(ctx.principal, round.sessionId, ctx.signal), 'Working');
    const [opened] = taken.opened;
    if (opened) {
      const waitMs = ctx.era === 'legacy' && ctx.wantsProgress ? LONG_PATIENCE_MS : PATIENCE_MS;
      const { signal, principal } = ctx;
      call = await progress.during(
        calls.afterQuestion(principal, opened, { signal, waitMs }),
        'Waiting for the answer',
      );
    }
    const result = await answer(call, taken, options);
    // In the older era the caller waits on the same request, and may cancel it while the person thinks.
    if (!('inputRequired' in result) || ctx.era === 'modern') stopWatching();
    return result;
  } catch (error) {
    stopWatching();
    throw error;
  } finally {
    stopHearing();
  }
}

async function answer(
  call: ToolCall,
  taken: Taken,
  options: ServeCallOptions,
): Promise<ToolResult | InputRequired> {
  const { ctx, hasPlugin, link } = options;
  const { sessionId } = call;
  if (call.status === 'awaiting_sample' && ctx.client.sampling) return askModel(call, options);
  const notOpened = call.open.filter(({ askId }) => !taken.opened.includes(askId));
  const { requests, asked } = await toRequests(notOpened, ctx.client, {
    hasPlugin,
    link,
    misfits: taken.misfits,
  });
  if (Object.keys(requests).length > 0)
    return { inputRequired: { requests, state: { sessionId, asked } satisfies RoundState } };
  const outcome = await toOutcome(call, link);
  if (outcome.status === 'done') return { text: toText(outcome.result) };
  if (outcome.status !== 'waiting') return { text: outcome.error, isError: true };
  const { askId, url } = outcome;
  if (!askId) return { text: outcome.message, isError: true };
  return {
    text: JSON.stringify(outcome),
    note: `The person must answer first. Give them this link: ${url} . Then call ask_result with askId "${askId}" to get the status of the call.`,
  };
}

async function askModel(call: ToolCall, options: ServeCallOptions): Promise<ToolResult | InputRequired> {
  const { calls, ctx } = options;
  const { sessionId } = call;
  const request = await calls.wantedSample(ctx.principal, sessionId);
  try {
    if (request) {
      const params = toCreateMessage(request);
      const state: RoundState = { sessionId, asked: { sample: { sample: true } } };
      return { inputRequired: { requests: { sample: { method: 'sampling/createMessage', params } }, state } };
    }
  } catch (error) {
    await calls.respondToSample(ctx.principal, sessionId, error as Error);
  }
  return serveCall({ sessionId, asked: {} }, options);
}

/** A text result is returned as it is, everything else as JSON. */
function toText(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
