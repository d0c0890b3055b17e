import type { LanguageModel } from 'ai';
import { Hono } from 'hono';
import { rescueLeft } from '../area/rescue-left.ts';
import { type AnyMcpTool, Calls, callSessions, type Plugin } from '../ask/door.ts';
import { TandemError } from '../errors.ts';
import { toErrorResponse } from '../lib/error-response.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import { createPlaceFilter } from '../lib/place-filter.ts';
import { type Limits, limitsSchema } from '../session/limits.ts';
import type { SessionStore } from '../session/session-store.ts';
import { type Actor, Sessions } from '../session/sessions.ts';
import { chatSessions } from './chat-sessions.ts';
import { toModelChoice } from './run/model-choice.ts';
import { chatEndpoints } from './serve/chat-endpoints.ts';
import { ChatService } from './serve/chat-service.ts';

/** Options of `createChatHandler`. A model, a store and `user` are required. */
export interface ChatHandlerOptions {
  /** Any model of the AI SDK. */
  model: LanguageModel;
  /** Other models that a request may choose by name. */
  models?: Readonly<Record<string, LanguageModel>>;
  tools?: readonly AnyMcpTool[];
  /** What `makePlugin` builds; only the tools are used here, their components are for the browser. */
  plugins?: readonly Pick<Plugin, 'tool'>[];
  /** Where conversations and calls are stored: `createFileStore({ root })`, or another. */
  store: SessionStore;
  /**
   * The user who sends this request, from your own sign-in: an id that clients cannot choose. Undefined refuses the request.
   * Conversations belong to that user; for everybody else they do not exist.
   */
  user(request: Request): Actor | string | undefined | Promise<Actor | string | undefined>;
  /** Where it is mounted. Default `/api/chat`. */
  basePath?: string;
  systemPrompt?: string;
  /** Accept a system prompt from clients too, after ours. Default false. */
  acceptSystemPrompt?: boolean;
  /** How often the model is called in one run. Default 10. */
  maxRounds?: number;
  limits?: Partial<Limits>;
  log?: Logger;
}

/** A chat as one function from Request to Response. */
export interface ChatHandler {
  (request: Request): Promise<Response>;
  /** Stop working, and leave everything for the next process. */
  close(): Promise<void>;
}

/**
 * A chat whose tools can ask, as one function from Request to Response: for Hono, Next.js, Express and others.
 *
 * @example
 * ```ts
 * import { createChatHandler, loadChatModel } from 'tandem-mcp/chat';
 * import { createFileStore } from 'tandem-mcp/stores';
 *
 * export const chat = createChatHandler({
 *   model: await loadChatModel(),
 *   store: createFileStore({ root: './conversations' }),
 *   user: (request) => request.headers.get('x-user') ?? undefined, // use your own sign-in
 * });
 *
 * // Hono: app.all('/api/chat/*', (c) => chat(c.req.raw))
 * ```
 */
export function createChatHandler(options: ChatHandlerOptions): ChatHandler {
  const { model, models = {}, systemPrompt, basePath = '/api/chat', maxRounds = 10 } = options;
  const log = options.log ?? createLogger('warn');
  const places = createPlaceFilter(process.cwd());
  const tools = [...(options.tools ?? []), ...(options.plugins ?? []).map(({ tool }) => tool)];
  const sessions = new Sessions({
    store: options.store,
    limits: limitsSchema.parse(options.limits ?? {}),
    kinds: [callSessions, chatSessions],
    log,
  });
  const calls = new Calls({
    sessions,
    log,
    tool: async (name) => tools.find((tool) => tool.name === name),
  });
  // What another process left unfinished continues, whether or not its user comes back.
  void calls
    .sweep()
    .catch((error: unknown) => log.error('calls of an earlier process could not be resumed', error));
  const service = new ChatService({
    sessions,
    calls: () => calls,
    tools: async () => tools,
    model: toModelChoice(async () => model, models),
    models: Object.keys(models),
    systemPrompt,
    takesSystemPrompt: options.acceptSystemPrompt ?? false,
    maxRounds,
    log,
    places,
  });
  const app = new Hono().basePath(basePath);
  for (const { method, path, handle } of chatEndpoints)
    app.on(method, path === '' ? '/' : path, async (c) => {
      checkType(c.req.raw);
      const actor = toActor(await options.user(c.req.raw));
      return handle(c.req.raw, { service, actor, params: c.req.param() as Record<string, string> });
    });
  app.notFound((c) => {
    const error = `Not found: ${new URL(c.req.url).pathname}. This chat is served under ${basePath} (basePath).`;
    return c.json({ error, code: 'not_found' }, 404);
  });
  app.onError((error) => toErrorResponse(error, { log, places }));
  const handler = async (request: Request) => app.fetch(request);
  const stopRescuing = rescueLeft(() =>
    calls
      .rescue()
      .then(() => service.runner.rescue())
      .catch((error: unknown) => log.error('what other processes left could not be resumed', error)),
  );
  const close = async () => {
    stopRescuing();
    await service.runner.leave();
    await calls.close();
  };
  return Object.assign(handler, { close });
}

/** Any web page can send a form; it cannot send JSON without a preflight. */
function checkType(request: Request): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (request.method === 'POST' && type !== 'application/json')
    throw new TandemError('invalid_input', 'Send the body as Content-Type: application/json.');
}

function toActor(user: Actor | string | undefined): Actor {
  if (user === undefined || user === '') throw new TandemError('unauthorized', 'Sign in first.');
  return typeof user === 'string' ? { userId: user, kind: 'person', name: user } : user;
}
