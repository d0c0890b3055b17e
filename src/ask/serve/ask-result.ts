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
      'Get the status of a call that returned {"status":"waiting","askId",…}: waiting (with the newest question and its link; several: open), done (with the result), failed or cancelled. waitSeconds waits for a change.',
    input: z.strictObject({
      askId: z.string().min(1).max(100),
      waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(0),
    }),
    output: z.object({
      status: z.enum(['waiting', 'done', 'failed', 'cancelled']),
      askId: z.string().optional(),
      url: z.string().optional(),
      message: z.string().optional(),
      waitsFor: z.string().optional(),
      open: z.array(z.unknown()).optional(),
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
      const { sessionId } = before;
      // A call that needs the caller's model can only continue while a caller with a model is connected.
      if (round || (before.status === 'awaiting_sample' && ctx.client.sampling)) {
        const options = { calls, ctx, hasPlugin: false, link };
        const served = await serveCall(round ?? { sessionId, asked: {} }, options);
        if ('inputRequired' in served && 'sample' in served.inputRequired.requests) return served;
      }
      const waitMs = Math.min(waitSeconds * 1000, ctx.msLeft());
      const waiting = calls.afterQuestion(principal, askId, { signal, waitMs });
      let call = await createCallProgress(ctx).during(waiting, 'Waiting for the answer');
      if (call.repeat && !call.ending && call.open.length === 0) {
        const { error } = await ctx.resumeCall({ ...call.repeat, sessionId });
        if (error !== undefined) return { structured: { status: 'failed' as const, error } };
        call = (await calls.get(principal, askId)) ?? call;
      }
      return { structured: await toOutcome(call, link) };
    },
  });
}
