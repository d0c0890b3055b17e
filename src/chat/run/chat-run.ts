import type { ChatEvent } from '../../protocol/chat-stream.ts';
import { openElicitations } from '../../protocol/chat-transcript.ts';
import type { Conversation } from '../log/conversation.ts';
import { findCall } from './find-call.ts';
import { askModel, LEFT } from './model-round.ts';
import { toToolError } from './note-call.ts';
import { toProviderError } from './provider-error.ts';
import type { RunServices } from './run-services.ts';
import { openCalls, settleCalls } from './settle-calls.ts';

export interface ChatRunOptions {
  /** Fires when somebody stops the run, with the reason; with `LEFT`, when the process leaves it for the next one. */
  signal: AbortSignal;
  /** Called with every tool session that the run waits for. */
  onSession(sessionId: string): void;
}

/**
 * Rounds of model and tools until nothing is left to do. Everything a run needs is in the conversation's log, so a run
 * that died is simply started again: calls are found by their ids, and a message that was cut off is dropped and
 * requested again.
 */
export async function runConversation(
  conversation: Conversation,
  services: RunServices,
  options: ChatRunOptions,
): Promise<void> {
  const interrupted = conversation.takeInterrupted();
  if (interrupted) await conversation.append({ type: 'message_dropped', messageId: interrupted });
  const { signal } = options;
  for (let round = 0; ; round++) {
    const isDone = await settleCalls(conversation, services, options).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return false;
    });
    if (signal.reason === LEFT) return;
    if (signal.aborted) return stop(conversation, services, signal);
    if (!isDone) return standStill(conversation);
    if (!isModelsTurn(conversation)) return end(conversation, complete(conversation, {}));
    if (round >= services.maxRounds) return end(conversation, tooManyRounds(services.maxRounds));
    try {
      const { calls, text, usage } = await askModel(conversation, services, signal);
      if (!signal.aborted && calls === 0) return end(conversation, { type: 'complete', text, usage });
    } catch (error) {
      if (signal.reason === LEFT) return;
      if (!signal.aborted) return conversation.dropRound(toProviderError(error, services.log));
      await conversation.dropRound();
    }
  }
}

/** The model must reply: the last message is a person's or a tool's. */
export function isModelsTurn({ transcript }: Conversation): boolean {
  const last = transcript.messages.at(-1);
  return last !== undefined && (last.role === 'user' || last.toolCalls.length > 0);
}

function complete({ transcript }: Conversation, usage: object): ChatEvent {
  return { type: 'complete', text: transcript.messages.at(-1)?.text ?? '', usage };
}

async function end(conversation: Conversation, event: ChatEvent): Promise<void> {
  await conversation.append(event);
}

/** Waiting for people. Nothing is written when the log says so already, so that looking does not grow it. */
async function standStill(conversation: Conversation): Promise<void> {
  const { transcript } = conversation;
  if (transcript.status === 'awaiting_elicit') return;
  const waiting = openElicitations(transcript).map(({ callId, elicitId }) => ({ callId, elicitId }));
  await end(conversation, { type: 'conversation_state', status: 'awaiting_elicit', waiting });
}

/** End everything that is running, so that every call has a result before the next turn. */
async function stop(conversation: Conversation, services: RunServices, signal: AbortSignal): Promise<void> {
  const reason = String(signal.reason);
  const { actor } = conversation;
  for (const { callId, toolName } of openCalls(conversation)) {
    const call = await findCall(conversation, services, callId);
    if (call) await services.calls().abort(actor, call.sessionId, reason);
    else await conversation.append(toToolError(callId, toolName, `The call was not started: ${reason}`));
  }
  const signalOfItsOwn = new AbortController().signal;
  await settleCalls(conversation, services, { signal: signalOfItsOwn, onSession: () => {} });
  await end(conversation, { type: 'aborted', reason });
}

function tooManyRounds(max: number): ChatEvent {
  return {
    type: 'error',
    message: `Max tool iterations reached: the model called tools ${max} times in a row. Say how to continue, or try again.`,
    recoverable: true,
  };
}
