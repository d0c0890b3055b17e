import { z } from 'zod';
import type { Ask, Asks } from '../../area/asks.ts';
import type { Route } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { AskPage } from '../../protocol/ask-page.ts';
import type { Actor } from '../../session/sessions.ts';
import { parseAskId } from '../session/call-record.ts';
import { isOpen } from '../session/call-state.ts';
import { AnswerError } from '../session/check-answer.ts';
import type { ToolSessions } from '../session/tool-sessions.ts';
import { checkFlatAnswer } from './check-flat-answer.ts';

const answerSchema = z.union([
  z.strictObject({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) }),
  z.strictObject({ action: z.enum(['decline', 'cancel']) }),
]);

interface Serving {
  calls: ToolSessions;
  asks: Asks;
}

/** What the page of a question is told, and how it answers. Questions of every area's tools are shown alike. */
export function createAskRoutes(serving: () => Promise<Serving>): Route[] {
  return [
    {
      door: 'page',
      method: 'GET',
      path: '/api/asks',
      async handle(_request, { principal }) {
        const { calls, asks } = await serving();
        const own = (await calls.listOpen(principal)).map(({ askId, toolName, message, askedAt }) => ({
          askId,
          toolName,
          message,
          askedAt,
        }));
        const others = (await asks.list(principal)).map(({ askId, tool, message, createdAt }) => ({
          askId,
          toolName: tool,
          message,
          askedAt: createdAt,
        }));
        return json({ asks: [...own, ...others].sort((a, b) => (a.askedAt < b.askedAt ? 1 : -1)) });
      },
    },
    {
      door: 'page',
      method: 'GET',
      path: '/api/asks/:id',
      async handle(_request, { principal, params }) {
        return json(await describe(await serving(), principal, params.id ?? ''));
      },
    },
    {
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
        const { calls, asks } = await serving();
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
        return json(await describe({ calls, asks }, principal, id));
      },
    },
  ];
}

async function describe({ calls, asks }: Serving, actor: Actor, id: string): Promise<AskPage> {
  const target = parseAskId(id);
  if (!target) return fromAsk(await asks.get(actor, id));
  const call = await calls.get(actor, id);
  const question = call?.questions.find(({ seq }) => seq === target.seq);
  if (!call || !question) throw new TandemError('not_found', `No question "${id}".`);
  const { message, schema, context, key, answer, askedAt, answeredAt } = question;
  const isWaiting = call.open.some(({ askId }) => askId === id);
  const expired = call.ending?.op === 'cancelled' ? call.ending.expired : isOpen(question) && !call.ending;
  return {
    askId: id,
    toolName: call.toolName,
    key,
    message,
    schema,
    context,
    askedAt,
    status: isWaiting ? 'open' : answer ? 'answered' : expired ? 'expired' : 'withdrawn',
    ...(answer ? { answer, answeredAt } : {}),
    callStatus: call.status,
    ...(call.open.at(-1) ? { nextAskId: call.open.at(-1)?.askId } : {}),
  };
}

function fromAsk(ask: Ask): AskPage {
  const { askId, tool, message, schema, status, createdAt, answer, answeredAt } = ask;
  return {
    askId,
    toolName: tool,
    key: '',
    message,
    schema: { ...schema },
    context: {},
    askedAt: createdAt,
    status,
    ...(answer ? { answer, answeredAt } : {}),
  };
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
