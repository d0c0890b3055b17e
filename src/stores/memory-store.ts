import {
  type LogEntry,
  type SessionRecord,
  type SessionSummary,
  toSummary,
} from '../session/session-record.ts';
import type { SessionKey, SessionStore } from '../session/session-store.ts';
import { parseListQuery } from './list-page.ts';
import { parseLogRange } from './log-range.ts';
import { createMemoryLeases } from './memory-leases.ts';
import { newRecord, nextRecord, parseRecord, toRecordText, toStoredJson } from './record-text.ts';
import { expireEntry, noSession, saveConflict } from './store-error.ts';

/**
 * Sessions in the memory of this process, lost when it ends. For tests. Records are kept as text, so nothing is shared.
 *
 * @example
 * ```ts
 * import { createMemoryStore } from 'tandem-mcp/stores';
 *
 * const store = createMemoryStore();
 * await store.create({ userId: 'ann', kind: 'chat', name: 'Cakes' });
 * ```
 */
export function createMemoryStore(): SessionStore {
  const records = new Map<string, string>();
  const logs = new Map<string, string[]>();
  const leases = createMemoryLeases();

  function find(key: SessionKey): SessionRecord | undefined {
    const text = records.get(key.sessionId);
    const record = text === undefined ? undefined : parseRecord(text);
    return record?.userId === key.userId ? record : undefined;
  }

  function findOrThrow(key: SessionKey): SessionRecord {
    const record = find(key);
    if (record === undefined) throw noSession(key.sessionId);
    return record;
  }

  function keep(record: SessionRecord): SessionRecord {
    const text = toRecordText(record);
    records.set(record.sessionId, text);
    return parseRecord(text);
  }

  function save(record: SessionRecord): SessionRecord {
    if (findOrThrow(record).rev !== record.rev) throw saveConflict(record.sessionId);
    return keep(nextRecord(record));
  }

  function append(key: SessionKey, entries: readonly LogEntry[]): void {
    findOrThrow(key);
    const lines = entries.map((entry) => toStoredJson(entry, 'a log entry'));
    logs.set(key.sessionId, [...(logs.get(key.sessionId) ?? []), ...lines]);
  }

  function all(userId?: string): SessionRecord[] {
    const found = [...records.values()].map(parseRecord);
    return userId === undefined ? found : found.filter((record) => record.userId === userId);
  }

  return {
    async create(input) {
      return keep(newRecord(input));
    },
    async get(key) {
      return find(key);
    },
    async save(record) {
      return save(record);
    },
    async list(query) {
      return parseListQuery(query)(all(query.userId).map(toSummary));
    },
    async countOpen({ userId, kinds }) {
      return all(userId).filter(({ status, kind }) => status === 'open' && kinds.includes(kind)).length;
    },
    async users() {
      return [...new Set(all().map(({ userId }) => userId))];
    },
    async close(key) {
      const record = find(key);
      return record === undefined || record.status === 'closed'
        ? record
        : save({ ...record, status: 'closed' });
    },
    async appendLog(key, entries) {
      append(key, entries);
    },
    async readLog(key, range) {
      const cut = parseLogRange(range);
      findOrThrow(key);
      return cut(logs.get(key.sessionId) ?? []).map((line): LogEntry => JSON.parse(line));
    },
    async lease(key, options) {
      findOrThrow(key);
      return leases.take(key.sessionId, options);
    },
    async expire({ idleSince, kinds, userId }) {
      const before = idleSince.toISOString();
      const expired: SessionSummary[] = [];
      for (const record of all(userId)) {
        if (record.status !== 'open' || record.updatedAt >= before || !kinds.includes(record.kind)) continue;
        const saved = save({ ...record, status: 'expired' });
        append(saved, [expireEntry(saved.userId)]);
        expired.push(toSummary(saved));
      }
      return expired;
    },
    async prune({ endedBefore, userId }) {
      const before = endedBefore.toISOString();
      const ended = all(userId).filter((record) => record.status !== 'open' && record.updatedAt < before);
      for (const { sessionId } of ended) {
        records.delete(sessionId);
        logs.delete(sessionId);
      }
      return ended.length;
    },
    dispose: leases.dispose,
  };
}
