import { createModelSampler, type ToolCall, takeAgain } from '../../ask/door.ts';
import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { ChatToolCall } from '../../protocol/chat-stream.ts';
import type { Conversation } from '../log/conversation.ts';
import { findCall } from './find-call.ts';
import { toNews, toToolError } from './note-call.ts';
import { findEarlier, findShared, toSharedNews } from './repeated-calls.ts';
import type { RunServices } from './run-services.ts';
import { toParent } from './to-parent.ts';

const LOST = 'Error: Plugin session was lost. Please retry the operation.';

/**
 * Run all open calls of the conversation in parallel until they end or wait for people, and write down their questions
 * and results. Returns true when none is left.
 */
export async function settleCalls(
  conversation: Conversation,
  services: RunServices,
  options: { signal: AbortSignal; onSession(sessionId: string): void },
): Promise<boolean> {
  const open = openCalls(conversation);
  if (open.length === 0) return true;
  // Calls that wait keep listening for answers while another one runs.
  const quiet = new AbortController();
  const stop = () => quiet.abort();
  options.signal.addEventListener('abort', stop);
  let working = open.length;
  const rest = () => {
    working--;
    if (working === 0) quiet.abort();
  };
  const tools = await services.tools();
  /** By call id: until it first waits or has ended, and until nothing more happens to it. */
  const began = new Map<string, Promise<unknown>>();
  const followed = new Map<string, Promise<void>>();
  const follow = async (one: ChatToolCall): Promise<void> => {
    const { callId } = one;
    const earlier = findEarlier(conversation, tools, one);
    let first: () => void = () => {};
    began.set(callId, new Promise<void>((resolve) => (first = resolve)));
    if (earlier) await began.get(earlier.callId);
    const shared = findShared(conversation, tools, one);
    if (shared) {
      first();
      rest();
      return share(one, shared);
    }
    for (;;) {
      const call = await step(callId).finally(first);
      rest();
      if (!call || call.ending || !(await isAnswered(call))) return;
      working++;
    }
  };
  const share = async (one: ChatToolCall, { callId }: ChatToolCall): Promise<void> => {
    const shared = () => allCalls(conversation).find((call) => call.callId === callId) ?? one;
    if (isOpen(shared())) await conversation.append(...toSharedNews(one, shared()));
    await followed.get(callId);
    if (!isOpen(shared())) await conversation.append(...toSharedNews(one, shared()));
  };
  const step = (callId: string) => runCall(conversation, services, callId, options);
  const isAnswered = async (call: ToolCall): Promise<boolean> => {
    // One that asks nothing waits for a tool that fits it.
    if (quiet.signal.aborted || call.open.length === 0) return false;
    const { signal } = quiet;
    const waits = call.open.map(({ askId }) =>
      services.calls().afterQuestion(conversation.actor, askId, { signal }),
    );
    return Promise.race(waits).then(
      () => true,
      () => false,
    );
  };
  try {
    for (const one of open) followed.set(one.callId, follow(one));
    await Promise.all(followed.values());
  } finally {
    options.signal.removeEventListener('abort', stop);
    quiet.abort();
  }
  return openCalls(conversation).length === 0;
}

export function openCalls(conversation: Conversation): ChatToolCall[] {
  return allCalls(conversation).filter(isOpen);
}

function allCalls({ transcript }: Conversation): ChatToolCall[] {
  return transcript.messages.flatMap(({ toolCalls }) => toolCalls);
}

function isOpen({ status }: ChatToolCall): boolean {
  return status === 'running' || status === 'awaiting_elicit';
}

/** Run one call until it waits for people or ends. Undefined when it could not start, or is gone. */
async function runCall(
  conversation: Conversation,
  services: RunServices,
  callId: string,
  { signal, onSession }: { signal: AbortSignal; onSession(sessionId: string): void },
): Promise<ToolCall | undefined> {
  const { actor } = conversation;
  const calls = services.calls();
  const known = () => openCalls(conversation).find((call) => call.callId === callId);
  const found = await findOrBegin(conversation, services, known());
  if (!found) return undefined;
  const { sessionId } = found;
  onSession(sessionId);
  const { toolName } = found;
  const stopHearing = calls.onNotice(sessionId, (notice) => {
    // What its author prints is not for the person.
    if ('printed' in notice) return;
    const { message } = notice;
    const progress = 'progress' in notice ? { progress: notice.progress } : {};
    const about = { sessionId: callId, callId, toolName, status: 'running' as const };
    void conversation.announce({ type: 'plugin_session_status', ...about, message, ...progress });
  });
  try {
    for (;;) {
      const call = await calls.settled(actor, sessionId, signal);
      if (call.status === 'awaiting_sample') {
        await sample(conversation, services, sessionId, signal);
        continue;
      }
      if (call.problem) {
        const about = { sessionId: callId, callId, toolName, status: 'running' as const };
        await conversation.announce({ type: 'plugin_session_status', ...about, message: call.problem });
      }
      const before = known();
      if (before) await conversation.append(...toNews(before, call));
      return call;
    }
  } finally {
    stopHearing();
  }
}

async function findOrBegin(
  conversation: Conversation,
  services: RunServices,
  known: ChatToolCall | undefined,
): Promise<ToolCall | undefined> {
  if (!known) return undefined;
  const { callId, toolName } = known;
  const found = await findCall(conversation, services, callId);
  if (found) return found;
  if (known.elicitations.length > 0) {
    await conversation.append(
      {
        type: 'plugin_session_error',
        sessionId: callId,
        callId,
        error: 'SESSION_NOT_FOUND',
        message: 'The server has lost the progress of this tool; the model is asked to try again.',
      },
      toToolError(callId, toolName, LOST),
    );
    return undefined;
  }
  try {
    return await begin(conversation, services, known);
  } catch (error) {
    if (!(error instanceof TandemError)) services.log.error(`call of ${toolName} could not start`, error);
    const why = error instanceof TandemError ? error.message : 'The tool could not be started.';
    await conversation.append(toToolError(callId, toolName, why));
    return undefined;
  }
}

async function begin(
  conversation: Conversation,
  services: RunServices,
  { callId, toolName, input }: ChatToolCall,
): Promise<ToolCall> {
  const tools = await services.tools();
  const only = conversation.settings.tools;
  const tool = tools.find(({ name }) => name === toolName && (only?.includes(name) ?? true));
  if (!tool) {
    const names = tools.map(({ name }) => name).filter((name) => only?.includes(name) ?? true);
    const there = names.length > 0 ? ` Valid: ${names.join(', ')}.` : ' There are no tools.';
    throw new TandemError('not_found', `Unknown tool "${toolName}".${didYouMean(toolName, names) || there}`);
  }
  return services.calls().create(conversation.actor, {
    tool,
    params: takeAgain(tool, (input ?? {}) as Record<string, unknown>).params,
    callId,
    conversationId: conversation.id,
    defer: true,
    // The conversation's own model answers `ctx.sample`, where none is configured for tools.
    clientSamples: true,
    parent: toParent(conversation, services.systemPrompt),
  });
}

async function sample(
  { actor, settings }: Conversation,
  services: RunServices,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  const calls = services.calls();
  const wanted = await calls.wantedSample(actor, sessionId);
  if (!wanted) return;
  const answer = await services
    .model(settings.model)
    .then((model) => createModelSampler(model)(wanted, signal))
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  signal.throwIfAborted();
  await calls.respondToSample(actor, sessionId, answer);
}
