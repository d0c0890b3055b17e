import {
  type LogEntry,
  type SessionRecord,
  type SessionSummary,
  toSummary,
} from '../session/session-record.ts';
import type { SessionKey, SessionStore } from '../session/session-store.ts';
import { isOfKinds } from './is-of-kinds.ts';
import { parseListQuery } from './list-page.ts';
import { parsePartRange } from './log-parts.ts';
import { parseLogRange } from './log-range.ts';
import { createMemoryLeases } from './memory-leases.ts';
import { createMemoryShares } from './memory-shares.ts';
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
  const records = new Map<string, Kept>();
  /** By session: what was appended at once, as text. */
  const logs = new Map<string, string[][]>();
  const leases = createMemoryLeases();

  function find(key: SessionKey): SessionRecord | undefined {
    const kept = keptOf(key);
    return kept && parseRecord(kept.text);
  }

  function keptOf({ sessionId, userId }: SessionKey): Kept | undefined {
    const kept = records.get(sessionId);
    return kept?.userId === userId ? kept : undefined;
  }

  function keptOrThrow(key: SessionKey): Kept {
    const kept = keptOf(key);
    if (kept === undefined) throw noSession(key.sessionId);
    return kept;
  }

  function keep(record: SessionRecord): SessionRecord {
    const text = toRecordText(record);
    records.set(record.sessionId, { text, userId: record.userId, rev: record.rev });
    return parseRecord(text);
  }

  function save(record: SessionRecord): SessionRecord {
    if (keptOrThrow(record).rev !== record.rev) throw saveConflict(record.sessionId);
    return keep(nextRecord(record));
  }

  function append(key: SessionKey, entries: readonly LogEntry[]): void {
    keptOrThrow(key);
    const lines = entries.map((entry) => toStoredJson(entry, 'a log entry'));
    const parts = logs.get(key.sessionId) ?? [];
    logs.set(key.sessionId, parts);
    if (lines.length > 0) parts.push(lines);
  }

  function all(userId?: string): SessionRecord[] {
    const kept = [...records.values()];
    const found = userId === undefined ? kept : kept.filter((one) => one.userId === userId);
    return found.map(({ text }) => parseRecord(text));
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
      return parseListQuery(query).page(all(query.userId).map(toSummary));
    },
    async listAll(query) {
      return parseListQuery(query).page(
        all().map((record) => ({ ...toSummary(record), userId: record.userId })),
      );
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
      keptOrThrow(key);
      return cut((logs.get(key.sessionId) ?? []).flat()).map(toLogEntry);
    },
    async readParts(key, range) {
      const { before, after, limit } = parsePartRange(range);
      keptOrThrow(key);
      const all = logs.get(key.sessionId) ?? [];
      const from =
        after === undefined ? Math.max(0, Math.min(before ?? all.length, all.length) - limit) : after + 1;
      const to = after === undefined ? before : from + limit;
      return all
        .slice(from, to)
        .map((lines, index) => ({ place: String(from + index), entries: lines.map(toLogEntry) }));
    },
    async lease(key, options) {
      keptOrThrow(key);
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
    async prune({ endedBefore, userId, onRemoved, ...which }) {
      const before = endedBefore.toISOString();
      const ended = all(userId).filter(
        (record) => record.status !== 'open' && record.updatedAt < before && isOfKinds(record, which),
      );
      for (const { sessionId, userId: owner, kind } of ended) {
        records.delete(sessionId);
        logs.delete(sessionId);
        onRemoved?.({ sessionId, userId: owner, kind });
      }
      return ended.length;
    },
    async adopt(record, history) {
      const here = find(record);
      if (here && here.rev >= record.rev) return false;
      keep(record);
      logs.delete(record.sessionId);
      for (const entry of history) append(record, [entry]);
      return true;
    },
    shares: createMemoryShares(keptOrThrow, find),

    dispose: leases.dispose,
  };
}

/** A record as text, and what is asked of it most. */
interface Kept extends Pick<SessionRecord, 'userId' | 'rev'> {
  text: string;
}

function toLogEntry(line: string): LogEntry {
  return JSON.parse(line);
}
