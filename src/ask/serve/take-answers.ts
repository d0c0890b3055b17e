import type { CallContext } from '../../area/call-context.ts';
import { TandemError } from '../../errors.ts';
import type { Calls } from '../calls/calls.ts';
import { AnswerError } from '../calls/check-answer.ts';
import { readAnswer } from '../calls/read-answer.ts';
import { fromCreateMessage } from '../sampling/client-sampling.ts';
import type { RoundState } from './round-state.ts';

export interface Taken {
  /** Why an answer was rejected, by ask id; the question is asked again with the reason. */
  misfits: Map<string, string>;
  /** Questions whose page the person has opened; they are answered there. */
  opened: string[];
}

/** Pass on the client's answers. A question that was answered elsewhere in the meantime keeps that answer. */
export async function takeAnswers(calls: Calls, ctx: CallContext, round: RoundState): Promise<Taken> {
  const taken: Taken = { misfits: new Map(), opened: [] };
  const { principal } = ctx;
  for (const [request, asked] of Object.entries(round.asked)) {
    if (!(request in ctx.input.answers)) continue;
    const value = ctx.input.answers[request];
    if ('sample' in asked) {
      await calls.respondToSample(principal, round.sessionId, fromCreateMessage(value));
      continue;
    }
    const answer = readAnswer(value);
    if (!answer) continue;
    // Accepting a link means that it was opened.
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
