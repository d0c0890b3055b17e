import {
  type CallToolResult,
  type InputRequests,
  isInputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { newId } from '../lib/new-id.ts';
import type { AskingProgress } from './asking-progress.ts';
import type { Played } from './call-tool.ts';
import { msLeftOf } from './patience.ts';
import type { Round } from './round.ts';

/** A tool that asks again and again a client that answers by itself must end somewhere. */
const MAX_ROUNDS = 64;

type Asked = Record<string, unknown>;
type Send = (
  request: { method: string; params?: Record<string, unknown> },
  options: { relatedRequestId: string | number; timeout: number; signal: AbortSignal },
) => Promise<unknown>;

export interface LegacyRounds {
  send: Send;
  /** Of the round before, if it was played at another instance. */
  state: unknown;
  /** Told of the state after each round that asks. */
  asked(state: unknown): void;
  progress: AskingProgress;
}

/**
 * A call of the older era: its client waits on one request, and is asked back while it does. The questions are withdrawn
 * before the client's patience ends, and also when they are answered elsewhere.
 */
export async function serveLegacyRounds(
  sdk: ServerContext,
  play: (round: Round) => Promise<Played>,
  { send, state, asked, progress }: LegacyRounds,
): Promise<CallToolResult> {
  const startedAt = performance.now();
  let round: Round = { answers: {}, state, startedAt, mayAsk: true };
  for (let count = 1; ; count++) {
    const { result, settled } = await play(round);
    if (!isInputRequiredResult(result)) return result;
    asked(result.requestState);
    progress.begin(sdk);
    const answers = await ask(result.inputRequests ?? {}, { sdk, startedAt, settled, send });
    progress.end(sdk);
    round = {
      answers: answers ?? {},
      state: result.requestState,
      startedAt,
      mayAsk: answers !== undefined && count < MAX_ROUNDS,
    };
  }
}

/** The answers, none of them where the person answered elsewhere; undefined when the client cannot be asked any longer. */
async function ask(
  requests: InputRequests,
  options: { sdk: ServerContext; startedAt: number; settled: Played['settled']; send: Send },
): Promise<Asked | undefined> {
  const { sdk, startedAt, settled, send } = options;
  const { id: relatedRequestId, signal } = sdk.mcpReq;
  const withdraw = new AbortController();
  const cancel = () => withdraw.abort(signal.reason);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  const timeout = msLeftOf(sdk, startedAt);
  const asking = Promise.all(
    Object.entries(requests).map(async ([key, request]) => {
      const leg = { relatedRequestId, timeout, signal: withdraw.signal };
      try {
        return [key, await send(toLegacy(request as Parameters<Send>[0]), leg)] as const;
      } catch (error) {
        // The tool hears that the model failed; a question waits on the page.
        if (request.method !== 'sampling/createMessage' || withdraw.signal.aborted) throw error;
        return [key, { failed: error instanceof Error ? error.message : String(error) }] as const;
      }
    }),
  ).then(
    (answers): Asked | undefined => Object.fromEntries(answers),
    () => undefined,
  );
  const elsewhere = settled
    ? settled(withdraw.signal).then(
        (): Asked | undefined => ({}),
        () => asking,
      )
    : asking;
  try {
    const answers = await Promise.race([asking, elsewhere]);
    signal.throwIfAborted();
    return answers;
  } finally {
    signal.removeEventListener('abort', cancel);
    withdraw.abort('The question is no longer asked here.');
  }
}

/** In the older era a link has an id; in the newer one it has none. */
function toLegacy(request: Parameters<Send>[0]): Parameters<Send>[0] {
  if (request.params?.mode !== 'url') return request;
  return { ...request, params: { elicitationId: newId('link_'), ...request.params } };
}
