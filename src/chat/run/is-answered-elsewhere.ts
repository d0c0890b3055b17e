import type { Conversation } from '../log/conversation.ts';
import { findCall } from './find-call.ts';
import type { RunServices } from './run-services.ts';
import { openCalls } from './settle-calls.ts';

/** Questions can also be answered on their own page, or by an agent. */
export async function isAnsweredElsewhere(
  conversation: Conversation,
  services: RunServices,
): Promise<boolean> {
  for (const { callId, elicitations } of openCalls(conversation)) {
    const call = await findCall(conversation, services, callId);
    const pending = elicitations.filter(({ status }) => status === 'pending').map(({ elicitId }) => elicitId);
    const open = call?.open.map(({ askId }) => askId) ?? [];
    if (pending.length !== open.length || pending.some((one) => !open.includes(one))) return true;
  }
  return false;
}
