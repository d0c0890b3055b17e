import type { ToolCall } from '../../ask/door.ts';
import type { Conversation } from '../log/conversation.ts';
import type { RunServices } from './run-services.ts';

/** A call of the conversation by its id, as it stands. Looked for among all of the user's once, then by its session. */
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
