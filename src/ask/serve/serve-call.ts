import type { CallContext } from '../../area/call-context.ts';
import type { InputRequired } from '../../area/input-required.ts';
import type { ToolResult } from '../../area/tool.ts';
import { waitingNote } from '../../area/waiting.ts';
import type { Calls } from '../calls/calls.ts';
import type { ToolCall } from '../calls/tool-call.ts';
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

/** One round of a call over MCP: pass on the answers, continue, and return the state of the call. */
export async function serveCall(
  round: RoundState,
  options: ServeCallOptions,
): Promise<ToolResult | InputRequired> {
  const { calls, ctx } = options;
  const { principal, signal } = ctx;
  const progress = createCallProgress(ctx);
  const leave = calls.attend(round.sessionId);
  const stopHearing = calls.onNotice(round.sessionId, progress.relay);
  const stopWatching = abortWhenCancelled(calls, ctx, round.sessionId);
  try {
    const taken = await takeAnswers(calls, ctx, round);
    let call = await progress.during(
      calls.settled(principal, round.sessionId, signal, ctx.msLeft()),
      'Working',
    );
    const [opened] = taken.opened;
    if (opened) {
      const waiting = calls.afterQuestion(principal, opened, { signal, waitMs: ctx.msLeft() });
      call = await progress.during(waiting, 'Waiting for the answer');
    }
    const result = await answer(call, taken, round, options);
    // In the older era the caller waits on the same request, and may cancel it while the person thinks.
    if (!('inputRequired' in result) || ctx.era === 'modern') stopWatching();
    return result;
  } catch (error) {
    stopWatching();
    throw error;
  } finally {
    stopHearing();
    leave();
  }
}

async function answer(
  call: ToolCall,
  taken: Taken,
  { joinedAt }: RoundState,
  options: ServeCallOptions,
): Promise<ToolResult | InputRequired> {
  const { calls, ctx, hasPlugin, link } = options;
  const { sessionId } = call;
  const joined = joinedAt === undefined ? {} : { joinedAt };
  if (call.status === 'awaiting_sample' && ctx.client.sampling) return askModel(call, options);
  const canAsk = call.problem === undefined;
  const notOpened = canAsk ? call.open.filter(({ askId }) => !taken.opened.includes(askId)) : [];
  const { requests, asked } = await toRequests(notOpened, ctx.client, {
    principal: ctx.principal,
    hasPlugin,
    link,
    misfits: taken.misfits,
  });
  if (Object.keys(requests).length > 0) {
    const state: RoundState = { sessionId, asked, ...joined };
    const settled = (signal: AbortSignal) =>
      Promise.race(notOpened.map(({ askId }) => calls.afterQuestion(ctx.principal, askId, { signal })));
    return { inputRequired: { requests, state, settled } };
  }
  const outcome = await toOutcome(call, link);
  const note = joinedAt === undefined ? {} : { note: joinedNote(joinedAt) };
  if (outcome.status === 'done') return { text: toText(outcome.result), ...note };
  if (outcome.status !== 'waiting') return { text: outcome.error, isError: true, ...note };
  const notes = [...(note.note ? [note.note] : []), waitingNote(outcome)];
  return { text: JSON.stringify(outcome), note: notes.join(' ') };
}

function joinedNote(at: string): string {
  return `The same call was made at ${at} and is not done: this is its state. To start another one, pass again: true.`;
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
