import { TandemError } from '../../errors.ts';
import type { SessionRecord, SessionStatus } from '../../session/session-record.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import { callRecordOf, parseAskId } from './call-record.ts';

/** The record of a call by its session, or by one of its questions; undefined for anything that is not this user's. */
export async function findRecord(
  sessions: Sessions,
  actor: Actor,
  id: string,
): Promise<SessionRecord | undefined> {
  const sessionId = parseAskId(id)?.sessionId ?? id;
  const record = await sessions.find({ sessionId, userId: actor.userId });
  return record && callRecordOf(record) ? record : undefined;
}

/** The record of a call by what its caller calls it, in its conversation. The id is the session's description. */
export async function findRecordByCallId(
  sessions: Sessions,
  actor: Actor,
  { callId, conversationId }: { callId: string; conversationId?: string | undefined },
): Promise<SessionRecord | undefined> {
  for await (const record of sessions.findDescribed(actor, { kind: 'tool', description: callId }))
    if (callRecordOf(record)?.conversationId === conversationId) return record;
  return undefined;
}

/** A user's calls. */
export async function listRecords(
  sessions: Sessions,
  actor: Actor,
  status: SessionStatus,
): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await sessions.list(actor, { kind: 'tool', status, limit: 200, cursor });
    const found = await Promise.all(
      page.sessions.map(({ sessionId }) => sessions.find({ sessionId, userId: actor.userId })),
    );
    records.push(...found.flatMap((record) => (record && callRecordOf(record) ? [record] : [])));
    cursor = page.cursor;
  } while (cursor);
  return records;
}

/** Refuse a new call of a user with `maxOpenAsks` calls that wait. Which of them wait is looked up only near the limit. */
export async function checkRoom(
  sessions: Sessions,
  actor: Actor,
  isWaiting: (record: SessionRecord) => Promise<boolean>,
): Promise<void> {
  const max = sessions.limits.maxOpenAsks;
  const limit = Math.min(200, max);
  const page = await sessions.list(actor, { kind: 'tool', status: 'open', limit });
  if (page.sessions.length < limit) return;
  const waiting = await Promise.all((await listRecords(sessions, actor, 'open')).map(isWaiting));
  if (waiting.filter(Boolean).length < max) return;
  throw new TandemError(
    'limit_reached',
    `${max} calls are already waiting for an answer, and mcp.limits.maxOpenAsks is ${max}. Get some answered first, or raise the limit.`,
  );
}
