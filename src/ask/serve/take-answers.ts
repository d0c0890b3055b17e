import type { CallContext } from '../../area/call-context.ts';
import { TandemError } from '../../errors.ts';
import type { Calls } from '../calls/calls.ts';
import { AnswerError } from '../calls/check-answer.ts';
import { readAnswer } from '../calls/read-answer.ts';
import { fromCreateMessage } from '../sampling/client-sampling.ts';
import type { RoundState } from './round-state.ts';

export interface Taken {
  /** Why an answer was not taken, by the id of its question: it is asked again with that. */
  misfits: Map<string, string>;
  /** Questions whose page the person has opened; the answer comes from there. */
  opened: string[];
}

/** Pass on what the caller's client brought back. What was answered elsewhere meanwhile stands. */
export async function takeAnswers(calls: Calls, ctx: CallContext, round: RoundState): Promise<Taken> {
  const taken: Taken = { misfits: new Map(), opened: [] };
  const { principal } = ctx;
  for (const [request, asked] of Object.entries(round.asked)) {
    const value = ctx.input.answers[request];
    if ('sample' in asked) {
      await calls.respondToSample(principal, round.sessionId, fromCreateMessage(value));
      continue;
    }
    const answer = readAnswer(value);
    if (!answer) continue;
    // Of a link, accepting means that it was opened.
    if (asked.mode === 'url' && answer.action === 'accept') taken.opened.push(asked.askId);
    else
      try {
        await calls.respond(principal, asked.askId, answer);
      } catch (error) {
        if (error instanceof AnswerError) taken.misfits.set(asked.askId, error.message);
        else if (!isSettledElsewhere(error)) throw error;
      }
  }
  return taken;
}

function isSettledElsewhere(error: unknown): boolean {
  return error instanceof TandemError && (error.code === 'conflict' || error.code === 'ended');
}
