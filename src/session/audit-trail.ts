import { TandemError } from '../errors.ts';
import type { LogEntry, SessionRecord } from './session-record.ts';
import type { SessionStore } from './session-store.ts';

/** Sessions of this kind hold what administrators did and what was deleted, one for each month. */
export const AUDIT_KIND = 'audit';

/** Owns them. No sign-in gives anybody an id with this character. */
export const AUDIT_USER = '\0audit';

const BATCH = 500;

/** The trail of administration: who did what with sessions of others, and which sessions are gone. */
export class AuditTrail {
  readonly #store: SessionStore;
  #current: SessionRecord | undefined;

  constructor(store: SessionStore) {
    this.#store = store;
  }

  /** On disk when this resolves. */
  async note(entries: readonly LogEntry[]): Promise<void> {
    for (let from = 0; from < entries.length; from += BATCH) {
      const some = entries.slice(from, from + BATCH);
      try {
        await this.#store.appendLog(await this.#session(), some);
      } catch (error) {
        if (!(error instanceof TandemError && error.code === 'not_found')) throw error;
        this.#current = undefined;
        await this.#store.appendLog(await this.#session(), some);
      }
    }
  }

  /** Of this month. Two processes may make one each; both count. */
  async #session(): Promise<SessionRecord> {
    const name = new Date().toISOString().slice(0, 7);
    if (this.#current?.name === name) return this.#current;
    const owned = { userId: AUDIT_USER, kind: AUDIT_KIND };
    const { sessions } = await this.#store.list({ ...owned, status: 'open', limit: 200 });
    for (const { sessionId, name: month } of sessions) {
      const key = { sessionId, userId: AUDIT_USER };
      // From now on its time to be kept counts.
      if (month !== name) await this.#store.close(key);
      else this.#current = await this.#store.get(key);
    }
    if (this.#current?.name !== name) this.#current = await this.#store.create({ ...owned, name });
    return this.#current;
  }
}
