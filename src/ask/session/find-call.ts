import type { SessionRecord } from '../../session/session-record.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import { callOf } from './call-record.ts';

/** A call by what its caller calls it, in its conversation. The id stands in the session's description. */
export async function findCall(
  sessions: Sessions,
  actor: Actor,
  { callId, conversationId }: { callId: string; conversationId?: string | undefined },
): Promise<SessionRecord | undefined> {
  let cursor: string | undefined;
  do {
    const page = await sessions.store.list({
      userId: actor.userId,
      kind: 'tool',
      query: callId,
      limit: 200,
      cursor,
    });
    for (const { sessionId, description } of page.sessions) {
      if (description !== callId) continue;
      const record = await sessions.store.get({ sessionId, userId: actor.userId });
      if (record && callOf(record)?.conversationId === conversationId) return record;
    }
    cursor = page.cursor;
  } while (cursor);
  return undefined;
}
