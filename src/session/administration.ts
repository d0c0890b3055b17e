import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import { type AuditLine, toAuditLine } from './audit-line.ts';
import type { AuditQuery } from './audit-query.ts';
import { AUDIT_USER } from './audit-trail.ts';
import type { OwnedSummary, SessionRecord } from './session-record.ts';
import { toEntry } from './session-record.ts';
import type { ListAllQuery, OwnedPage, SessionKey } from './session-store.ts';
import type { Actor, Sessions } from './sessions.ts';

/** Entries are read this many at a time. */
const ENTRIES = 1_000;
const PAGE = 200;

export interface AdminQuery extends ListAllQuery {
  userId?: string | undefined;
}

/** What administrators can do with sessions of others. All of it is in the audit trail. */
export class Administration {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Notes that somebody looked who has which sessions. */
  async noteLook(by: Actor, detail: Record<string, unknown> = {}): Promise<void> {
    // An empty store stays empty.
    if ((await this.#sessions.users()).length > 0) await this.#note(by, 'admin.sessions', detail);
  }

  /** Sessions with their owners, newest first. */
  async list({ userId, ...query }: AdminQuery): Promise<OwnedPage> {
    if (userId !== undefined) {
      const page = await this.#sessions.listOf({ ...query, userId });
      return { ...page, sessions: page.sessions.map((session) => ({ ...session, userId })) };
    }
    for (let next: ListAllQuery = query; ; ) {
      const page = await this.#sessions.listAll(next);
      const sessions = page.sessions.filter((session) => session.userId !== AUDIT_USER);
      if (sessions.length > 0 || page.cursor === undefined) return { ...page, sessions };
      next = { ...query, cursor: page.cursor };
    }
  }

  /** Everybody who has sessions, in order. */
  async users(): Promise<string[]> {
    return (await this.#sessions.users()).filter((userId) => userId !== AUDIT_USER).sort();
  }

  /** Refuses a user who has no sessions, with the name that may be meant. */
  async checkUser(userId: string): Promise<void> {
    const users = await this.users();
    if (users.includes(userId)) return;
    throw new TandemError('not_found', `User "${userId}" has no sessions.${didYouMean(userId, users)}`);
  }

  /** A session by its id alone. */
  async find(sessionId: string): Promise<SessionRecord> {
    for (const userId of await this.users()) {
      const record = await this.#sessions.find({ sessionId, userId });
      if (record) return record;
    }
    throw new TandemError('not_found', `Session "${sessionId}" not found.`);
  }

  /** Ends a session, and with it what is part of it, such as its questions. Returns what has ended. */
  async end(by: Actor, key: SessionKey): Promise<SessionRecord[]> {
    const record = await this.#sessions.find(key);
    if (!record || key.userId === AUDIT_USER)
      throw new TandemError('not_found', `Session "${key.sessionId}" not found.`);
    if (record.status === 'closed')
      throw new TandemError('ended', `Session "${key.sessionId}" is closed already.`);
    return this.#endEach(by, [record, ...(await this.#partsOf(key))]);
  }

  /** Ends all open sessions of a user. */
  async endAll(by: Actor, userId: string, kind?: string): Promise<SessionRecord[]> {
    const open: SessionKey[] = [];
    for await (const key of this.#openOf(userId, kind)) {
      open.push(key);
      // Without a kind they are among the others.
      if (kind !== undefined) open.push(...(await this.#partsOf(key)));
    }
    return this.#endEach(by, open);
  }

  /**
   * The histories of all sessions as one stream, session by session, each in its order. What is deleted meanwhile is left
   * out; that it was deleted is in the trail.
   */
  async *audit(by: Actor, query: AuditQuery): AsyncGenerator<AuditLine> {
    const { from, to, user, kind } = query;
    const range = { from: from?.toISOString(), to: to?.toISOString() };
    const users = await this.#sessions.users();
    if (users.length > 0) await this.#note(by, 'admin.export', { ...range, ofUser: user, ofKind: kind });
    for (const userId of [...new Set([AUDIT_USER, ...users.sort()])])
      for (const sessionId of await this.#idsOf(userId)) {
        const record = await this.#sessions.find({ sessionId, userId });
        if (!record || (range.to !== undefined && record.createdAt >= range.to)) continue;
        for await (const line of this.#linesOf(record)) {
          if ((range.from !== undefined && line.time < range.from) || line.time >= (range.to ?? '~'))
            continue;
          if (user !== undefined && line.user !== user && line.actor.user !== user) continue;
          if (kind === undefined || line.kind === kind || record.kind === kind) yield line;
        }
      }
  }

  async #endEach(by: Actor, keys: readonly SessionKey[]): Promise<SessionRecord[]> {
    const ended: SessionRecord[] = [];
    for (const key of keys) {
      // It may have ended by itself, or with another.
      if ((await this.#sessions.find(key))?.status === 'closed') continue;
      const record = await this.#sessions.end(by, key);
      if (!record) continue;
      const { sessionId, userId, kind, name } = record;
      await this.#note(by, 'admin.end', { session: sessionId, user: userId, kind, name });
      ended.push(record);
    }
    return ended;
  }

  async *#linesOf(record: SessionRecord): AsyncGenerator<AuditLine> {
    const kind = this.#sessions.kind(record.kind);
    for (let after = 0; ; after += ENTRIES) {
      const entries = await this.#sessions.history(record, { after, limit: ENTRIES }).catch(unlessGone);
      for (const entry of entries) yield toAuditLine(entry, record, kind);
      if (entries.length < ENTRIES) return;
    }
  }

  /** The ids alone, before any history is read: a session that is used moves to the top of the list. */
  async #idsOf(userId: string): Promise<Set<string>> {
    const began = new Date().toISOString();
    const ids = new Set<string>();
    for await (const { sessionId } of this.#each({ userId })) ids.add(sessionId);
    for await (const { sessionId, updatedAt } of this.#each({ userId })) {
      if (updatedAt < began) break;
      ids.add(sessionId);
    }
    return ids;
  }

  async *#each(query: AdminQuery & { userId: string }): AsyncGenerator<OwnedSummary> {
    let cursor: string | undefined;
    do {
      const page = await this.list({ ...query, limit: PAGE, ...(cursor !== undefined && { cursor }) });
      yield* page.sessions;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }

  /** Collected first: ending one changes the list. */
  async *#openOf(userId: string, kind?: string): AsyncGenerator<SessionKey> {
    const found: SessionKey[] = [];
    const query = { userId, status: 'open', ...(kind !== undefined && { kind }) } as const;
    for await (const { sessionId } of this.#each(query)) found.push({ sessionId, userId });
    yield* found;
  }

  async #partsOf({ sessionId, userId }: SessionKey): Promise<SessionRecord[]> {
    const parts: SessionRecord[] = [];
    for (const { kind, partOf } of this.#sessions.kinds) {
      if (!partOf) continue;
      for await (const key of this.#openOf(userId, kind)) {
        const record = await this.#sessions.find(key);
        if (record && partOf(record) === sessionId) parts.push(record);
      }
    }
    return parts;
  }

  #note(by: Actor, action: string, detail: Record<string, unknown>): Promise<void> {
    return this.#sessions.trail.note([toEntry(by, action, detail, new Date())]);
  }
}

function unlessGone(error: unknown): [] {
  if (error instanceof TandemError && error.code === 'not_found') return [];
  throw error;
}
