import { z } from 'zod';
import type { Route } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { Calls } from '../calls/calls.ts';
import { AnswerError } from '../calls/check-answer.ts';
import { describeAsk } from './describe-asks.ts';

const answerSchema = z.union([
  z.strictObject({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) }),
  z.strictObject({ action: z.enum(['decline', 'cancel']) }),
]);

/** Where the page of a question sends the answer, whichever area's tool asked. */
export function createAnswerRoute(running: () => Calls): Route {
  return {
    door: 'page',
    method: 'POST',
    path: '/api/asks/:id',
    needsPageToken: true,
    async handle(request, { principal, params }) {
      const answer = answerSchema.safeParse(await request.json());
      if (!answer.success)
        throw new TandemError(
          'invalid_input',
          'Send {"action":"accept","content":{…}}, or decline, or cancel.',
        );
      const calls = running();
      const id = params.id ?? '';
      try {
        await calls.respond(principal, id, answer.data);
      } catch (error) {
        if (!(error instanceof AnswerError)) throw error;
        return json({ error: error.message, fields: error.fields }, 422);
      }
      return json(await describeAsk(calls, principal, id));
    },
  };
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
