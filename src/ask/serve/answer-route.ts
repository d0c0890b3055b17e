import { z } from 'zod';
import type { Route } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import { parseAskId } from '../calls/call-record.ts';
import { AnswerError } from '../calls/check-answer.ts';
import { checkFlatAnswer } from './check-flat-answer.ts';
import { type AskSources, describeAsk } from './describe-asks.ts';

const answerSchema = z.union([
  z.strictObject({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) }),
  z.strictObject({ action: z.enum(['decline', 'cancel']) }),
]);

/** How the page of a question answers. Questions of every area's tools are answered alike. */
export function createAnswerRoute(sources: () => AskSources): Route {
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
      const { calls, asks } = sources();
      const id = params.id ?? '';
      try {
        if (parseAskId(id)) await calls.respond(principal, id, answer.data);
        else {
          const { schema } = await asks.get(principal, id);
          await asks.answer(principal, id, checkFlatAnswer(schema, answer.data));
        }
      } catch (error) {
        if (!(error instanceof AnswerError)) throw error;
        return json({ error: error.message, fields: error.fields }, 422);
      }
      return json(await describeAsk({ calls, asks }, principal, id));
    },
  };
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
