import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import { toOutcome } from './call-outcome.ts';
import { createCallProgress } from './call-progress.ts';
import { readRoundState } from './round-state.ts';
import { type ServeCallOptions, serveCall } from './serve-call.ts';

const MAX_WAIT_SECONDS = 50;

/** For clients that cannot show questions: gets the result of a call that returned "waiting". */
export function createAskResult(serving: () => Pick<ServeCallOptions, 'calls' | 'link'>): Tool {
  return defineTool({
    name: 'ask_result',
    title: 'Result of a call that asked',
    description:
      'Get the status of a call that returned {"status":"waiting","askId",…}: waiting (with the newest question and a link for it), done (with the result), failed or cancelled. waitSeconds waits for a change.',
    input: z.strictObject({
      askId: z.string().min(1).max(100),
      waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(0),
    }),
    output: z.object({
      status: z.enum(['waiting', 'done', 'failed', 'cancelled']),
      askId: z.string().optional(),
      url: z.string().optional(),
      message: z.string().optional(),
      result: z.unknown().optional(),
      error: z.string().optional(),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async handle({ askId, waitSeconds }, ctx) {
      const { calls, link } = serving();
      const { principal, signal } = ctx;
      const round = readRoundState(ctx.input.state);
      const before = await calls.get(principal, askId);
      if (!before)
        throw new TandemError(
          'not_found',
          `Question "${askId}" not found. Pass the askId that the waiting call returned.`,
        );
      // A call that needs the caller's model can only continue while a caller with a model is connected.
      if (round || (before.status === 'awaiting_sample' && ctx.client.sampling)) {
        const { sessionId } = before;
        const served = await serveCall(round ?? { sessionId, asked: {} }, {
          calls,
          ctx,
          hasPlugin: false,
          link,
        });
        if ('inputRequired' in served && 'sample' in served.inputRequired.requests) return served;
      }
      const waiting = calls.afterQuestion(principal, askId, { signal, waitMs: waitSeconds * 1000 });
      const call = await createCallProgress(ctx).during(waiting, 'Waiting for the answer');
      const outcome = await toOutcome(call, link);
      // While the tool works there is no newer question.
      return { structured: outcome.status === 'waiting' ? { askId, ...outcome } : outcome };
    },
  });
}
