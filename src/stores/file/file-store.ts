import { join, resolve } from 'node:path';
import { toFileFault } from '../../lib/file-fault.ts';
import { hasCode } from '../../lib/has-code.ts';
import { createLogger, type Logger } from '../../lib/logger.ts';
import { LruMap } from '../../lib/lru-map.ts';
import { writeVersion } from '../../lib/versioned-file.ts';
import { type SessionRecord, type SessionSummary, toSummary } from '../../session/session-record.ts';
import type { ListAllQuery, SessionKey, SessionStore } from '../../session/session-store.ts';
import { isOfKinds } from '../is-of-kinds.ts';
import { parseListQuery } from '../list-page.ts';
import { parsePartRange } from '../log-parts.ts';
import { parseLogRange } from '../log-range.ts';
import { isSessionId, newRecord, nextRecord, parseRecord, toRecordText } from '../record-text.ts';
import { expireEntry, noSession, saveConflict } from '../store-error.ts';
import { unlessConflict } from '../unless-conflict.ts';
import type { Indexed } from './ended-index.ts';
import { createFileBus } from './file-bus.ts';
import { createFileLeases } from './file-leases.ts';
import { createFileShares } from './file-shares.ts';
import { readLogParts } from './log-parts-of-file.ts';
import { createOwnSaves } from './own-saves.ts';
import { createReportOnce } from './report-once.ts';
import {
  LOG_FILE,
  makeSessionFolder,
  parseRecordOf,
  readRecord,
  removeLeftover,
  removeSession,
  removeUnborn,
} from './session-folder.ts';
import { type Listed, SessionListing } from './session-listing.ts';
import { appendAsParts, appendToLog, readWholeLog } from './session-log.ts';
import { toUserFolder } from './user-folder.ts';

/** Options of `createFileStore`. */
export interface FileStoreOptions {
  /** The folder of all sessions. Made on the first create, nothing is written before. */
  root: string;
  /** Told about files that are damaged or not ours, once each. They are never changed or deleted. By default warnings on stderr. */
  log?: Logger;
}

const MAX_SEEN = 1_000;

/**
 * Sessions as files, `<root>/<user>/<sessionId>/`: `session-<rev>.json`, `log.jsonl` and `lease-<n>.json`. Several processes
 * on one machine may use one folder.
 *
 * @example
 * ```ts
 * import { createFileStore } from 'tandem-mcp/stores';
 *
 * const store = createFileStore({ root: './sessions' });
 * const { sessions } = await store.list({ userId: 'ann', status: 'open' });
 * ```
 */
export function createFileStore(options: FileStoreOptions): SessionStore {
  const root = resolve(options.root);
  const report = createReportOnce(options.log ?? createLogger('warn'));
  const leases = createFileLeases();
  const bus = createFileBus(root);
  const ownSaves = createOwnSaves();
  /** Whose the sessions are that were found last, by folder. */
  const seen = new LruMap<string, string>({ max: MAX_SEEN });
  const listing = new SessionListing(root, report);

  const folderOf = (key: SessionKey) => join(root, toUserFolder(key.userId), key.sessionId);

  function find(key: SessionKey): SessionRecord | undefined {
    if (!isSessionId(key.sessionId)) return undefined;
    const record = readRecord(folderOf(key));
    if (record === undefined || !isOf(record, key)) return undefined;
    seen.set(folderOf(key), key.userId);
    return record;
  }

  /** Without another look at one that was found before: if it is gone since, its folder is, which the next step notices. */
  function checkSeen(key: SessionKey): void {
    if (!isSessionId(key.sessionId) || seen.get(folderOf(key)) !== key.userId) findOrThrow(key);
  }

  function findOrThrow(key: SessionKey): SessionRecord {
    const record = find(key);
    if (record === undefined) throw noSession(key.sessionId);
    return record;
  }

  async function save(record: SessionRecord): Promise<SessionRecord> {
    const next = nextRecord(record);
    const text = toRecordText(next);
    if (isSessionId(record.sessionId) && record.rev > 0) {
      const dir = folderOf(record);
      const check = (previous: string) => {
        if (!isOf(parseRecordOf(dir, record.rev, previous), record)) throw noSession(record.sessionId);
      };
      const isOwnPredecessor = ownSaves.isLast(record);
      const writing = writeVersion(dir, 'session', next.rev, text, {
        durable: true,
        check,
        isOwnPredecessor,
      });
      if ((await inWords(record, writing)) === 'written') {
        ownSaves.add(next);
        listing.saved(next);
        bus.wrote(next);
        return parseRecord(text);
      }
    }
    findOrThrow(record);
    throw saveConflict(record.sessionId);
  }

  async function appendLog(
    key: SessionKey,
    entries: Parameters<SessionStore['appendLog']>[1],
  ): Promise<void> {
    checkSeen(key);
    if (entries.length === 0) return;
    await inWords(key, appendToLog(join(folderOf(key), LOG_FILE), entries));
    bus.wrote(key);
  }

  /** Say in words why a write failed. A session that is pruned meanwhile is one that is not there. */
  async function inWords<T>(key: SessionKey, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) throw noSession(key.sessionId);
      throw toFileFault(error, `Sessions cannot be written in ${root}`) ?? error;
    }
  }

  async function list<S extends SessionSummary>(
    query: ListAllQuery,
    userId: string | undefined,
    toShown: (one: Listed) => S,
  ): Promise<{ sessions: S[]; cursor?: string }> {
    const plan = parseListQuery(query);
    for (;;) {
      const found = new Map<string, Listed>();
      for await (const one of listing.open(userId)) found.set(one.summary.sessionId, one);
      if (query.status !== 'open')
        for (const one of listing.ended(userId)) found.set(one.summary.sessionId, one);
      const page = plan.page([...found.values()].map(toShown));
      const shown = page.sessions.flatMap(({ sessionId }) => found.get(sessionId) ?? []);
      // What the index says is looked up only of what is shown.
      const isRight = shown.map((one) => one.summary.status === 'open' || listing.isCurrent(one));
      if (!isRight.includes(false)) return page;
    }
  }

  return {
    async create(input) {
      const record = newRecord(input);
      const text = toRecordText(record);
      const dir = folderOf(record);
      await inWords(record, makeSessionFolder(root, dir));
      await inWords(record, writeVersion(dir, 'session', record.rev, text, { durable: true }));
      bus.wrote(record);
      return parseRecord(text);
    },

    async get(key) {
      return find(key);
    },

    save,

    list: ({ userId, ...query }) => list(query, userId, ({ summary }) => summary),

    listAll: (query) => list(query, undefined, ({ summary, userId }) => ({ ...summary, userId })),

    async countOpen({ userId, kinds, limit }) {
      const count = async (isEnough: (known: Indexed) => boolean) => {
        let open = 0;
        for await (const { summary } of listing.open(userId, isEnough))
          if (kinds.includes(summary.kind)) open++;
        return open;
      };
      const known = await count(() => true);
      return known < limit ? known : count(() => false);
    },

    async users() {
      return listing.users();
    },

    async close(key) {
      for (;;) {
        const record = find(key);
        if (record === undefined || record.status === 'closed') return record;
        const closed = await unlessConflict(save({ ...record, status: 'closed' }));
        if (closed !== undefined) return closed;
      }
    },

    appendLog,

    async readLog(key, range) {
      const cut = parseLogRange(range);
      findOrThrow(key);
      return cut(await readWholeLog(join(folderOf(key), LOG_FILE), report));
    },

    async readParts(key, range) {
      const wanted = parsePartRange(range);
      findOrThrow(key);
      return readLogParts(join(folderOf(key), LOG_FILE), wanted);
    },

    async lease(key, leaseOptions) {
      checkSeen(key);
      return inWords(key, leases.take(folderOf(key), key.sessionId, leaseOptions));
    },

    async expire({ idleSince, kinds, userId }) {
      const before = idleSince.toISOString();
      const expired: SessionSummary[] = [];
      // Times of use only grow: what was known to be in use still is.
      const isInUse = ({ summary }: Indexed) => summary.updatedAt >= before || !kinds.includes(summary.kind);
      for await (const one of listing.open(userId, isInUse)) {
        if (isInUse(one)) continue;
        const { dir } = one;
        const record = readRecord(dir);
        if (record?.status !== 'open' || record.updatedAt >= before) continue;
        const saved = await unlessConflict(save({ ...record, status: 'expired' }));
        if (saved === undefined) continue;
        await unlessConflict(appendLog(saved, [expireEntry(saved.userId)]));
        expired.push(toSummary(saved));
      }
      return expired;
    },

    async prune({ endedBefore, userId, onRemoved, ...which }) {
      const before = endedBefore.toISOString();
      let count = 0;
      for (const dir of listing.leftovers(userId)) removeLeftover(dir, report);
      for (const dir of listing.unborn(userId)) removeUnborn(dir, report);
      // What ended without the index knowing gets into it now.
      for await (const _ of listing.open(userId));
      for (const one of listing.ended(userId)) {
        const { summary } = one;
        if (summary.updatedAt >= before || !isOfKinds(summary, which) || !listing.isCurrent(one)) continue;
        if (!removeSession(one.dir, one.rev, report)) continue;
        count++;
        onRemoved?.({ sessionId: summary.sessionId, userId: one.userId, kind: summary.kind });
      }
      listing.compact(userId);
      return count;
    },

    async adopt(record, history) {
      const here = find(record);
      if (here && here.rev >= record.rev) return false;
      const dir = folderOf(record);
      if (here) removeSession(dir, here.rev, report);
      await inWords(record, makeSessionFolder(root, dir));
      // The record last: without it the session is not there, and the copy is repeated.
      if (history.length > 0) await inWords(record, appendAsParts(join(dir, LOG_FILE), history));
      const options = { durable: true, isOwnPredecessor: true };
      await inWords(record, writeVersion(dir, 'session', record.rev, toRecordText(record), options));
      bus.wrote(record);
      return true;
    },

    shares: createFileShares(root, findOrThrow, find),

    onOthersChange: bus.onOthersChange,
    tell: bus.tell,
    onTold: bus.onTold,

    async dispose() {
      bus.close();
      await leases.dispose();
    },
  };
}

/** A folder that was moved or copied, or two users of one hash, must not show a session to another user. */
function isOf(record: SessionRecord, key: SessionKey): boolean {
  return record.userId === key.userId && record.sessionId === key.sessionId;
}
