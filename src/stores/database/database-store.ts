import { randomUUID } from 'node:crypto';
import { SessionQueue } from '../../session/session-queue.ts';
import {
  type LogEntry,
  type SessionRecord,
  type SessionSummary,
  toSummary,
} from '../../session/session-record.ts';
import type { ListAllQuery, SessionKey, SessionStore } from '../../session/session-store.ts';
import { parseListQuery } from '../list-page.ts';
import { parsePartRange } from '../log-parts.ts';
import { parseLogRange } from '../log-range.ts';
import {
  isSessionId,
  newRecord,
  nextRecord,
  parseRecord,
  toRecordText,
  toStoredJson,
} from '../record-text.ts';
import { expireEntry, noSession, saveConflict } from '../store-error.ts';
import { unlessConflict } from '../unless-conflict.ts';
import { createDatabaseShares } from './database-shares.ts';
import { createRowLeases } from './row-leases.ts';
import type { RowKey, SessionRow, SessionRows } from './session-rows.ts';
import { toUserKey } from './user-key.ts';

/** Summaries are read this many at a time until a page is full. */
const BATCH = 200;
/** Entries of a history that is taken over. */
const PART = 100;

/** A store over the rows of a database. All that databases differ in is in `SessionRows`. */
export function createDatabaseStore(rows: SessionRows): SessionStore {
  const leases = createRowLeases(rows);
  /** Connections overtake one another; the history of a session is in the order of the calls. */
  const appends = new SessionQueue();

  const markOf = (sessionId: string) => ({ id: randomUUID(), leaseToken: leases.tokenOf(sessionId) });

  async function find(key: SessionKey): Promise<SessionRecord | undefined> {
    const text = isSessionId(key.sessionId) ? await rows.find(toRowKey(key)) : undefined;
    return text === undefined ? undefined : parseRecord(text);
  }

  async function findOrThrow(key: SessionKey): Promise<SessionRecord> {
    const record = await find(key);
    if (!record) throw noSession(key.sessionId);
    return record;
  }

  async function save(record: SessionRecord): Promise<SessionRecord> {
    const row = toRow(nextRecord(record));
    const { sessionId, rev } = record;
    const isPossible = isSessionId(sessionId) && Number.isInteger(rev) && rev > 0;
    if (isPossible && (await rows.replace(row, markOf(sessionId)))) return parseRecord(row.record);
    await findOrThrow(record);
    throw saveConflict(sessionId);
  }

  async function appendLog(key: SessionKey, entries: readonly LogEntry[]): Promise<void> {
    const texts = entries.map((entry) => toStoredJson(entry, 'a log entry'));
    const { sessionId } = key;
    if (texts.length > 0 && isSessionId(sessionId)) {
      const batch = { length: texts.length, entries: `[${texts.join(',')}]` };
      const mark = markOf(sessionId);
      if (await appends.run(sessionId, () => rows.append(toRowKey(key), batch, mark))) return;
    }
    await findOrThrow(key);
    if (texts.length > 0) throw saveConflict(sessionId);
  }

  async function list<S extends SessionSummary>(
    query: ListAllQuery,
    userKey: string | undefined,
    toShown: (row: { summary: string; userId: string }) => S,
  ): Promise<{ sessions: S[]; cursor?: string }> {
    const plan = parseListQuery(query);
    const found: S[] = [];
    let { after } = plan;
    for (;;) {
      const wanted = { userKey, status: query.status, kinds: plan.kinds, after, limit: BATCH };
      const read = (await rows.list(wanted)).map(toShown);
      found.push(...read.filter(plan.isWanted));
      after = read.at(-1);
      if (found.length > plan.limit || read.length < BATCH) return plan.firstOf(found);
    }
  }

  return {
    async create(input) {
      const row = toRow(newRecord(input));
      await rows.insert(row);
      return parseRecord(row.record);
    },

    get: find,

    save,

    list: ({ userId, ...query }) =>
      list(query, toUserKey(userId), ({ summary }) => JSON.parse(summary) as SessionSummary),

    listAll: (query) =>
      list(query, undefined, ({ summary, userId }) => ({
        ...(JSON.parse(summary) as SessionSummary),
        userId: JSON.parse(userId) as string,
      })),

    countOpen: ({ userId, kinds }) => rows.countOpen(toUserKey(userId), kinds),

    async users() {
      return (await rows.users()).map((text) => JSON.parse(text) as string);
    },

    async close(key) {
      for (;;) {
        const record = await find(key);
        if (record === undefined || record.status === 'closed') return record;
        const closed = await unlessConflict(save({ ...record, status: 'closed' }));
        if (closed !== undefined) return closed;
      }
    },

    appendLog,

    async readLog(key, range) {
      parseLogRange(range);
      const { after = 0, limit } = range ?? {};
      await findOrThrow(key);
      const batches = await rows.readLog(key.sessionId, { after, limit });
      const entries = batches.flatMap((batch) => JSON.parse(batch.entries) as LogEntry[]);
      const skipped = after - (batches[0]?.first ?? after);
      return entries.slice(skipped, limit === undefined ? undefined : skipped + limit);
    },

    async readParts(key, range) {
      const wanted = parsePartRange(range);
      await findOrThrow(key);
      const batches = await rows.readParts(key.sessionId, wanted);
      return batches.map(({ first, entries }) => ({ place: String(first), entries: JSON.parse(entries) }));
    },

    async lease(key, options) {
      if (!isSessionId(key.sessionId)) throw noSession(key.sessionId);
      return leases.take(toRowKey(key), options);
    },

    async expire({ idleSince, kinds, userId }) {
      const idle = { updatedAt: idleSince.toISOString(), kinds, ...ofUser(userId) };
      const expired: SessionSummary[] = [];
      for (const text of await rows.openBefore(idle)) {
        const saved = await unlessConflict(save({ ...parseRecord(text), status: 'expired' }));
        if (saved === undefined) continue;
        await unlessConflict(appendLog(saved, [expireEntry(saved.userId)]));
        expired.push(toSummary(saved));
      }
      return expired;
    },

    async prune({ endedBefore, userId, kinds, exceptKinds = [], onRemoved }) {
      const userKey = userId === undefined ? undefined : toUserKey(userId);
      const updatedAt = endedBefore.toISOString();
      const removed = await rows.removeEnded({ updatedAt, userKey, kinds, exceptKinds });
      for (const one of removed) onRemoved?.({ ...one, userId: JSON.parse(one.userId) as string });
      return removed.length;
    },

    async adopt(record, history) {
      const here = await find(record);
      if (here && here.rev >= record.rev) return false;
      if (here) await rows.remove(record.sessionId);
      await rows.insert(toRow(record));
      // What was not appended at once is not read at once.
      for (let at = 0; at < history.length; at += PART) await appendLog(record, history.slice(at, at + PART));
      return true;
    },

    async abandoned(kinds) {
      const found = await rows.abandoned(kinds);
      return found.map(({ sessionId, userId }) => ({ sessionId, userId: JSON.parse(userId) as string }));
    },

    madeOnce: rows.madeOnce,
    useOnce: (name, forMs) => rows.useOnce(name, { id: randomUUID(), forMs }),
    instances: rows.instances,
    events: rows.events,

    shares: createDatabaseShares(rows.shares, toRowKey, findOrThrow),

    onOthersChange: rows.onOthersChange,
    tell: rows.tell,
    onTold: rows.onTold,

    async dispose() {
      await leases.dispose();
      await rows.close();
    },
  };
}

function toRowKey({ sessionId, userId }: SessionKey): RowKey {
  return { sessionId, userKey: toUserKey(userId), userId: JSON.stringify(userId) };
}

function ofUser(userId: string | undefined): { userKey?: string } {
  return userId === undefined ? {} : { userKey: toUserKey(userId) };
}

function toRow(record: SessionRecord): SessionRow {
  const text = toRecordText(record);
  return {
    ...toRowKey(record),
    kind: record.kind,
    status: record.status,
    updatedAt: record.updatedAt,
    rev: record.rev,
    summary: JSON.stringify(toSummary(record)),
    record: text,
  };
}
