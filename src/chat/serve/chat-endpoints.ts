import { AnswerError } from '../../ask/door.ts';
import { TandemError } from '../../errors.ts';
import { type ChatError, chatAbortSchema, elicitResultSchema } from '../../protocol/chat-stream.ts';
import type { Actor } from '../../session/sessions.ts';
import { fromChatRequest, parseBody } from '../adapters/incoming.ts';
import { formatOf, toFormat } from '../adapters/to-format.ts';
import { openCalls } from '../run/settle-calls.ts';
import { toChatResponse } from './chat-response.ts';
import type { ChatService } from './chat-service.ts';

export interface EndpointContext {
  service: ChatService;
  actor: Actor;
  params: Record<string, string>;
}

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** After the base path. */
  path: string;
  handle(request: Request, context: EndpointContext): Promise<Response>;
}

/** The endpoints of `protocol/chat-stream.ts`, whichever server they are in. */
export const chatEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '',
    handle: (request, { service, actor }) =>
      withFields(async () => {
        const format = formatOf(request.url);
        const incoming = (format?.parse ?? fromChatRequest)(await readJson(request));
        const { conversation, after, known } = await service.take(actor, incoming);
        const model = await service.model(conversation.settings.model);
        const mayRead = () => service.runner.mayRead(actor, conversation);
        const options = { after, follow: false, model, mayRead };
        const response = toChatResponse(service.runner, conversation, options);
        const { thread: threadId, runId } = incoming;
        const run = threadId !== undefined && runId !== undefined ? { threadId, runId } : undefined;
        return toFormat(response, format, { known, run });
      }),
  },
  {
    method: 'GET',
    path: '',
    handle: async (_request, { service, actor }) => json(await service.list(actor)),
  },
  {
    method: 'GET',
    path: '/:conversationId',
    handle: async (_request, { service, actor, params }) => json(await service.history(actor, idOf(params))),
  },
  {
    method: 'GET',
    path: '/:conversationId/stream',
    async handle(request, { service, actor, params }) {
      const format = formatOf(request.url);
      const { searchParams } = new URL(request.url);
      const after = parseAfter(searchParams.get('after') ?? request.headers.get('x-last-lsn') ?? '0');
      const conversation = await service.runner.open(actor, idOf(params));
      await service.runner.look(conversation);
      const model = await service.model(conversation.settings.model);
      const follow = searchParams.get('follow') === '1';
      const mayRead = () => service.runner.mayRead(actor, conversation);
      const response = toChatResponse(service.runner, conversation, { after, follow, model, mayRead });
      return toFormat(response, format, { known: after === 0 ? [] : openCalls(conversation) });
    },
  },
  {
    method: 'POST',
    path: '/:conversationId/asks/:elicitId',
    handle: (request, { service, actor, params }) =>
      withFields(async () => {
        const result = parseBody(elicitResultSchema, await readJson(request));
        return json(await service.answer(actor, idOf(params), params.elicitId ?? '', result));
      }),
  },
  {
    method: 'POST',
    path: '/:conversationId/abort',
    async handle(request, { service, actor, params }) {
      const wanted = parseBody(chatAbortSchema, await readJson(request));
      return json(await service.abort(actor, idOf(params), wanted));
    },
  },
  {
    method: 'DELETE',
    path: '/:conversationId',
    async handle(_request, { service, actor, params }) {
      await service.close(actor, idOf(params));
      return new Response(null, { status: 204 });
    },
  },
];

function idOf(params: Record<string, string>): string {
  return params.conversationId ?? '';
}

function parseAfter(value: string): number {
  const after = Number(value);
  if (Number.isSafeInteger(after) && after >= 0) return after;
  throw new TandemError('invalid_input', `"after" must be a number from the stream, not "${value}".`);
}

function readJson(request: Request): Promise<unknown> {
  return request.json().catch((cause: unknown) => {
    throw new TandemError('invalid_input', 'The body is not valid JSON.', { cause });
  });
}

/** Errors in an answer are reported by field, so that a form can show them in place. */
async function withFields(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    const { message, code, fields } = error;
    return json({ error: message, code, fields } satisfies ChatError, 422);
  }
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
