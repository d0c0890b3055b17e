import type { Actor } from '../../session/actor.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { isGrantee } from '../../session/session-share.ts';
import type { Sessions } from '../../session/sessions.ts';
import { callRecordOf, parseAskId } from './call-record.ts';
import type { QuestionState } from './call-state.ts';
import { findRecord, listRecords } from './find-records.ts';

/** A call, and what somebody may do with its questions. */
export interface AskAccess {
  record: SessionRecord;
  isOwner: boolean;
  /** They see all its questions; else only those that are addressed to them. */
  seesAll: boolean;
  /** They may answer questions that are addressed to nobody in particular. */
  mayAnswer: boolean;
}

export function ownAccess(record: SessionRecord): AskAccess {
  return { record, isOwner: true, seesAll: true, mayAnswer: true };
}

/** The call of a question: one's own, one that is shared, or one that asks this caller. Undefined for any other. */
export async function findAccess(
  sessions: Sessions,
  actor: Actor,
  id: string,
): Promise<AskAccess | undefined> {
  const own = await findRecord(sessions, actor, id);
  if (own) return ownAccess(own);
  const sessionId = parseAskId(id)?.sessionId ?? id;
  const shared = await findShared(sessions, actor, sessionId);
  if (shared) return shared;
  const record = await sessions.sharing.admitAsked(actor, sessionId);
  if (!record || !callRecordOf(record)) return undefined;
  return { record, isOwner: false, seesAll: false, mayAnswer: false };
}

/** Calls of others with questions that this person may see: shared ones, and ones that ask them. */
export async function listAccesses(sessions: Sessions, actor: Actor): Promise<AskAccess[]> {
  const found = new Map<string, AskAccess>();
  const add = (access: AskAccess) => {
    if (!found.has(access.record.sessionId)) found.set(access.record.sessionId, access);
  };
  for (const { sessionId, kind, owner, may } of await sessions.sharing.list(actor, { status: 'open' })) {
    const mayAnswer = may.includes('answer') && actor.kind === 'person';
    if (kind === 'tool') {
      const record = await sessions.find({ sessionId, userId: owner.userId });
      if (record && callRecordOf(record)) add({ record, isOwner: false, seesAll: true, mayAnswer });
    } else if (mayAnswer)
      for (const record of await listRecords(sessions, { ...actor, userId: owner.userId }, 'open'))
        if (parentOf(record) === sessionId) add({ record, isOwner: false, seesAll: true, mayAnswer });
  }
  for (const key of await sessions.sharing.listAsked(actor)) {
    const record = await sessions.find(key);
    if (record && callRecordOf(record) && record.userId !== actor.userId)
      add({ record, isOwner: false, seesAll: false, mayAnswer: false });
  }
  return [...found.values()];
}

export function maySee(actor: Actor, { seesAll }: AskAccess, { to }: QuestionState): boolean {
  return seesAll || (to !== undefined && isGrantee(actor, to));
}

/** Questions for somebody are theirs alone. An agent answers only in a call of its own user: its client asks the person. */
export function mayAnswer(actor: Actor, access: AskAccess, { to }: Pick<QuestionState, 'to'>): boolean {
  if (!to) return access.mayAnswer;
  return isGrantee(actor, to) && (actor.kind === 'person' || access.isOwner);
}

/** The session or conversation in which a call was made. */
function parentOf(record: SessionRecord): string | undefined {
  const call = callRecordOf(record);
  const given = call?.params.sessionId;
  return call?.conversationId ?? (typeof given === 'string' ? given : undefined);
}

async function findShared(
  sessions: Sessions,
  actor: Actor,
  sessionId: string,
): Promise<AskAccess | undefined> {
  const direct = await sessions.sharing.admit(actor, sessionId);
  if (direct && callRecordOf(direct.record)) {
    const isAllowed = direct.may.includes('answer') && actor.kind === 'person';
    return { record: direct.record, isOwner: false, seesAll: true, mayAnswer: isAllowed };
  }
  if (actor.kind !== 'person') return undefined;
  const parents = (await sessions.sharing.list(actor)).filter(({ may }) => may.includes('answer'));
  for (const userId of new Set(parents.map(({ owner }) => owner.userId))) {
    const record = await sessions.find({ sessionId, userId });
    const parent = record && parentOf(record);
    if (record && parents.some((one) => one.sessionId === parent && one.owner.userId === userId))
      return { record, isOwner: false, seesAll: true, mayAnswer: true };
  }
  return undefined;
}
