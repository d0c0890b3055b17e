import { parseAskId, SCRIPTED } from '../../ask/door.ts';
import { TandemError } from '../../errors.ts';
import type {
  ChatAbort,
  ChatAnswered,
  ChatHistory,
  ChatIndex,
  ChatModel,
  ChatRequest,
  ChatToolCall,
  WireElicitResult,
} from '../../protocol/chat-stream.ts';
import { SessionQueue } from '../../session/session-queue.ts';
import type { SessionSummary } from '../../session/session-record.ts';
import type { Actor } from '../../session/sessions.ts';
import type { Incoming, IncomingAnswer } from '../adapters/incoming.ts';
import type { ChatSettings } from '../log/chat-entry.ts';
import type { Conversation } from '../log/conversation.ts';
import { isModelsTurn } from '../run/chat-run.ts';
import { ConversationRunner } from '../run/conversation-runner.ts';
import { findCall } from '../run/find-call.ts';
import { findShared } from '../run/repeated-calls.ts';
import type { RunServices } from '../run/run-services.ts';
import { openCalls, settleCalls } from '../run/settle-calls.ts';
import { toNewTurns } from './new-turns.ts';

const TITLE_CHARACTERS = 60;
const ABORTED = 'The person stopped it.';

interface Taken {
  conversation: Conversation;
  /** The response streams the events after this number. */
  after: number;
  /** Calls that were open then. */
  known: ChatToolCall[];
}

/** Everything the endpoints can do with conversations, for an authenticated actor. */
export class ChatService {
  readonly runner: ConversationRunner;
  readonly #services: RunServices;
  readonly #beginning = new SessionQueue();

  constructor(services: RunServices) {
    this.#services = services;
    this.runner = new ConversationRunner(services);
  }

  /** A request's turns, answers and aborts. */
  async take(actor: Actor, request: Incoming): Promise<Taken> {
    const { messages = [], answers } = request;
    const settings = await this.#toSettings(request);
    const conversation = await this.#openOrBegin(actor, request);
    const taken: Taken = { conversation, after: conversation.lsn, known: openCalls(conversation) };
    const abort = async () => {
      for (const { sessionId, reason } of [request.pluginAbort ?? []].flat())
        await this.#abortCall(conversation, sessionId, reason);
    };
    if (toNewTurns(conversation, messages).length > 0) {
      for (const answer of answers) await this.#answer(actor, conversation, answer);
      await this.runner.begin(conversation, async () => {
        await abort();
        await this.#takeTurns(actor, conversation, messages, settings);
      });
    } else
      await this.#resume(conversation, async () => {
        await abort();
        for (const answer of answers) await this.#answer(actor, conversation, answer);
        if (settings) await conversation.choose({ ...conversation.settings, ...settings });
      });
    return taken;
  }

  /** Answer one question; what follows is in the stream. */
  async answer(actor: Actor, id: string, elicitId: string, result: WireElicitResult): Promise<ChatAnswered> {
    const conversation = await this.runner.open(actor, id, 'answer');
    const { lsn } = conversation;
    await this.#answer(actor, conversation, { elicitId, result });
    await this.runner.resume(conversation);
    return { conversationId: conversation.id, lsn };
  }

  /** Cancel one call, or stop the whole run. */
  async abort(actor: Actor, id: string, { sessionId, reason }: ChatAbort): Promise<ChatAnswered> {
    const conversation = await this.runner.open(actor, id, 'act');
    const { lsn } = conversation;
    if (sessionId === undefined) await this.runner.stop(conversation, reason ?? ABORTED);
    else {
      await this.#abortCall(conversation, sessionId, reason);
      await this.runner.resume(conversation);
    }
    return { conversationId: conversation.id, lsn };
  }

  async history(actor: Actor, id: string): Promise<ChatHistory> {
    const conversation = await this.runner.open(actor, id);
    await this.runner.look(conversation);
    const { shown, lsn, record, settings } = conversation;
    const model = await this.model(settings.model);
    const status = this.runner.standsStill(conversation) ? shown.status : 'running';
    return { ...shown, status, conversationId: conversation.id, title: record.name, model, lsn };
  }

  async list(actor: Actor): Promise<ChatIndex> {
    const { sessions, models } = this.#services;
    // One after the other: listing ends idle ones first, and each belongs in exactly one of the two lists.
    const open = await sessions.list(actor, { kind: 'chat', status: 'open', limit: 100 });
    const expired = await sessions.list(actor, { kind: 'chat', status: 'expired', limit: 100 });
    const shared = await sessions.sharing.list(actor, { status: 'open', kinds: ['chat'] });
    const ofOthers = shared.map((one) => ({ ...toListed(one), owner: one.owner.name }));
    const conversations = [...[...open.sessions, ...expired.sessions].map(toListed), ...ofOthers].sort(
      (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1),
    );
    const tools = (await this.#services.tools()).map(({ name, description }) => ({ name, description }));
    return { model: await this.model(), models: [...models], tools, conversations };
  }

  /** The name of the model. If it cannot be loaded, conversations can still be read; the next turn reports why. */
  async model(name?: string): Promise<ChatModel> {
    const model = await this.#services.model(name).catch(() => 'unavailable');
    const id = typeof model === 'string' ? model : model.modelId;
    return { name: id, scripted: id === SCRIPTED };
  }

  /** For its owner alone. */
  async close(actor: Actor, id: string): Promise<void> {
    const conversation = await this.runner.open(actor, id);
    if (conversation.record.userId !== actor.userId)
      throw new TandemError('forbidden', 'Only the owner of a conversation can delete it.');
    await this.runner.close(conversation);
  }

  async #openOrBegin(actor: Actor, request: Incoming): Promise<Conversation> {
    const { conversationId, thread, messages = [], answers, pluginAbort } = request;
    if (conversationId !== undefined) return this.runner.open(actor, conversationId, 'act');
    const begin = async () => {
      if (answers.length > 0 || pluginAbort)
        throw new TandemError('invalid_input', 'conversationId is missing. The session_info event has it.');
      const title = toTitle(messages);
      if (title === '') throw new TandemError('invalid_input', '"messages" must end with a user turn.');
      return this.runner.create(actor, title, thread);
    };
    if (thread === undefined) return begin();
    // One after another: two requests with a new name must not begin two conversations.
    return this.#beginning.run(`${actor.userId} ${thread}`, async () =>
      (await this.runner.has(actor, thread)) ? this.runner.open(actor, thread) : begin(),
    );
  }

  async #takeTurns(
    actor: Actor,
    conversation: Conversation,
    messages: NonNullable<ChatRequest['messages']>,
    settings: ChatSettings | undefined,
  ): Promise<void> {
    if (openCalls(conversation).length > 0) await this.#settle(conversation);
    if (settings) await conversation.choose({ ...conversation.settings, ...settings });
    // Once more: another request with the same turn may have been first.
    await conversation.appendBy(actor, ...toNewTurns(conversation, messages));
  }

  /**
   * Resume what can be resumed: calls that `tell` answers, a round that failed. Several answers belong to one run, so the
   * run starts before them; a run that is under way, here or elsewhere, receives them.
   */
  async #resume(conversation: Conversation, tell: () => Promise<void>): Promise<void> {
    let isTold = false;
    const tellOnce = () => {
      isTold = true;
      return tell();
    };
    const mayMove = openCalls(conversation).length > 0 || isModelsTurn(conversation);
    if (!mayMove || this.runner.isRunning(conversation)) {
      await tell();
      return this.runner.resume(conversation);
    }
    await this.runner.begin(conversation, tellOnce).catch((error: unknown) => {
      if (isTold || !(error instanceof TandemError && error.code === 'busy')) throw error;
      return tell();
    });
  }

  /** Providers require a result for every call before the next turn. */
  async #settle(conversation: Conversation): Promise<void> {
    const { signal } = new AbortController();
    if (await settleCalls(conversation, this.#services, { signal, onSession: () => {} })) return;
    const names = openCalls(conversation).map(({ toolName, callId }) => `${toolName} (${callId})`);
    throw new TandemError(
      'conflict',
      `A question is open: ${names.join(', ')}. Answer it first, or send pluginAbort along with the turn.`,
    );
  }

  async #answer(actor: Actor, conversation: Conversation, answer: IncomingAnswer): Promise<void> {
    const { elicitId, result } = answer;
    const callId = answer.callId ?? callOfQuestion(conversation, elicitId);
    const known = this.#callOrThrow(conversation, callId);
    const call = await findCall(conversation, this.#services, callId);
    if (call && parseAskId(elicitId)?.sessionId !== call.sessionId) throw noQuestion(elicitId);
    if (call) await this.#services.calls().respond(actor, elicitId, result);
    // Without a session, the run finds that the call is lost and tells the model.
    else if (known.status === 'completed' || known.status === 'failed')
      throw new TandemError('ended', `Call "${callId}" has ended.`);
  }

  async #abortCall(conversation: Conversation, callId: string, reason: string = ABORTED): Promise<void> {
    const known = this.#callOrThrow(conversation, callId);
    const shared = findShared(conversation, await this.#services.tools(), known);
    const call = await findCall(conversation, this.#services, shared?.callId ?? callId);
    if (call) await this.#services.calls().abort(conversation.actor, call.sessionId, reason);
  }

  #callOrThrow({ transcript }: Conversation, callId: string): ChatToolCall {
    const calls = transcript.messages.flatMap(({ toolCalls }) => toolCalls);
    const call = calls.findLast((one) => one.callId === callId);
    if (call) return call;
    throw new TandemError('not_found', `Call "${callId}" not found in this conversation.`);
  }

  async #toSettings(request: Incoming): Promise<ChatSettings | undefined> {
    const { systemPrompt, enabledTools, enabledPlugins, model, provider } = request;
    if (systemPrompt !== undefined && !this.#services.takesSystemPrompt)
      throw new TandemError('forbidden', 'This server does not accept a systemPrompt from clients. Omit it.');
    const name = model !== undefined && provider !== undefined ? `${provider}/${model}` : (model ?? provider);
    // Refused here, before anything is written.
    if (name !== undefined) await this.#services.model(name);
    const tools =
      enabledTools || enabledPlugins ? [...(enabledTools ?? []), ...(enabledPlugins ?? [])] : undefined;
    const settings: ChatSettings = {
      ...(tools ? { tools } : {}),
      ...(name === undefined ? {} : { model: name }),
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
    };
    return Object.keys(settings).length > 0 ? settings : undefined;
  }
}

function toListed({
  sessionId,
  name,
  createdAt,
  updatedAt,
}: SessionSummary): ChatIndex['conversations'][number] {
  return { conversationId: sessionId, title: name, createdAt, updatedAt };
}

/** From the first turn of the conversation; empty without one. */
function toTitle(messages: NonNullable<ChatRequest['messages']>): string {
  const last = messages.at(-1);
  const content = last?.role === 'user' ? last.content : '';
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join(' ');
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > TITLE_CHARACTERS ? `${line.slice(0, TITLE_CHARACTERS - 1)}…` : line;
}

function callOfQuestion({ transcript }: Conversation, elicitId: string): string {
  const call = transcript.messages
    .flatMap(({ toolCalls }) => toolCalls)
    .find(({ elicitations }) => elicitations.some((one) => one.elicitId === elicitId));
  if (!call) throw noQuestion(elicitId);
  return call.callId;
}

function noQuestion(elicitId: string): TandemError {
  return new TandemError('not_found', `Question "${elicitId}" not found in this conversation.`);
}
