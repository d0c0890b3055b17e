import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { AuditTrail } from './audit-trail.ts';
import { checkSession } from './check-session.ts';
import type { Limits } from './limits.ts';
import { pruneEnded, type Retention } from './retention.ts';
import type { SessionKind } from './session-kind.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionStore } from './session-store.ts';

interface ExpiryOptions {
  store: SessionStore;
  limits: Limits;
  kinds: readonly SessionKind[];
  retention?: Retention;
  trail: AuditTrail;
  log: Logger;
  now(): Date;
}

/** How many sessions a user may have open, when one that nobody uses expires, and when one that has ended is deleted. */
export class SessionExpiry {
  readonly #options: ExpiryOptions;
  /** Kinds that expire when nobody uses them. */
  readonly #expiring: readonly SessionKind[];

  constructor(options: ExpiryOptions) {
    this.#options = options;
    this.#expiring = options.kinds.filter(({ waits }) => !waits);
  }

  /** The session, unless it has ended, is idle for too long, or is of another kind. */
  usable(record: SessionRecord, kind: string | readonly string[] | undefined): SessionRecord {
    const minutes = this.#options.kinds.find((one) => one.kind === record.kind)?.expiryMinutes;
    const isIdle =
      this.#expiring.some((one) => one.kind === record.kind) &&
      new Date(record.updatedAt) < this.#idleSince(minutes);
    const after = minutes ?? this.#options.limits.sessionExpiryMinutes;
    checkSession(record, kind, { isIdle, after, isConfigured: minutes === undefined });
    return record;
  }

  /** Before a session of this kind is made; refused when the user already has `maxSessionsPerUser` open ones. */
  async makeRoom(userId: string, kind: string): Promise<void> {
    const expiring = this.#expiring.find((one) => one.kind === kind);
    if (!expiring) return;
    await this.expireIdle(userId);
    const { store, limits } = this.#options;
    const most = limits.maxSessionsPerUser;
    if (expiring.expiryMinutes !== undefined) {
      const { sessions } = await store.list({ userId, kind, status: 'open', limit: most + 1 });
      for (const { sessionId } of sessions.slice(most - 1)) await store.close({ sessionId, userId });
      return;
    }
    const open = await store.countOpen({ userId, kinds: this.#ordinary(), limit: most });
    if (open >= most)
      throw new TandemError(
        'limit_reached',
        `You have ${open} open sessions, and mcp.limits.maxSessionsPerUser is ${most}. Close one with session_close, or raise the limit.`,
      );
  }

  /** Of one user, or of all. */
  async expireIdle(userId?: string): Promise<void> {
    const { store, log } = this.#options;
    const of = userId === undefined ? {} : { userId };
    const expired = await store.expire({ idleSince: this.#idleSince(), kinds: this.#ordinary(), ...of });
    for (const { kind, expiryMinutes } of this.#options.kinds) {
      if (expiryMinutes === undefined) continue;
      const idleSince = this.#idleSince(expiryMinutes);
      expired.push(...(await store.expire({ idleSince, kinds: [kind], ...of })));
    }
    for (const session of expired) log.info(`session ${session.sessionId} expired`);
  }

  /** Expire what is idle and prune what ended long ago, for every user. */
  async sweep(): Promise<void> {
    const { store, limits, trail, retention = {}, kinds, now } = this.#options;
    await this.expireIdle();
    const waiting = kinds.filter(({ waits }) => waits).map(({ kind }) => kind);
    await store.expire({ idleSince: this.#idleSince(limits.askExpiryDays * 24 * 60), kinds: waiting });
    await pruneEnded(store, { limits, trail, retention, now: now() });
  }

  /** Kinds that expire after `sessionExpiryMinutes` and count towards `maxSessionsPerUser`. */
  #ordinary(): string[] {
    return this.#expiring.filter(({ expiryMinutes }) => expiryMinutes === undefined).map(({ kind }) => kind);
  }

  #idleSince(minutes = this.#options.limits.sessionExpiryMinutes): Date {
    return new Date(this.#options.now().getTime() - minutes * 60_000);
  }
}
