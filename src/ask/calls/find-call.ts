import { findDescribed } from '../../session/find-described.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import { callOf } from './call-record.ts';

/** A call by what its caller calls it, in its conversation. The id stands in the session's description. */
export async function findCall(
  { store }: Sessions,
  { userId }: Actor,
  { callId, conversationId }: { callId: string; conversationId?: string | undefined },
): Promise<SessionRecord | undefined> {
  for await (const record of findDescribed(store, { userId, kind: 'tool', description: callId }))
    if (callOf(record)?.conversationId === conversationId) return record;
  return undefined;
}
