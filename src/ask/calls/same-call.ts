import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import { type CallRecord, callRecordOf } from './call-record.ts';

/** By what a repeated call is recognized, besides its user: who called what with which arguments, in which conversation. */
export function toSameCall(
  client: string,
  { tool, params, conversationId = '' }: Pick<CallRecord, 'tool' | 'params' | 'conversationId'>,
): string {
  const text = canonicalJson({ client, conversationId, tool, params });
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Open calls of a user that are the same, newest first. */
export async function* findSameCalls(
  sessions: Sessions,
  actor: Actor,
  { tool, same }: { tool: string; same: string },
): AsyncGenerator<SessionRecord> {
  let cursor: string | undefined;
  do {
    const page = await sessions.list(actor, {
      kind: 'tool',
      status: 'open',
      query: tool,
      limit: 200,
      cursor,
    });
    for (const { sessionId, name } of page.sessions) {
      if (name !== tool) continue;
      const record = await sessions.find({ sessionId, userId: actor.userId });
      if (record && callRecordOf(record)?.same === same) yield record;
    }
    cursor = page.cursor;
  } while (cursor);
}
