import type { ToolCall } from '../../ask/door.ts';
import type { Conversation } from '../log/conversation.ts';
import type { RunServices } from './run-services.ts';

/** The current state of a call of the conversation. The first lookup searches the user's calls, later ones use its session. */
export async function findCall(
  conversation: Conversation,
  services: RunServices,
  callId: string,
): Promise<ToolCall | null> {
  const { actor, id: conversationId, sessionOf } = conversation;
  const sessionId = sessionOf.get(callId);
  const calls = services.calls();
  const call =
    sessionId === undefined
      ? await calls.getByCallId(actor, { callId, conversationId })
      : await calls.get(actor, sessionId);
  if (call) sessionOf.set(callId, call.sessionId);
  return call;
}
