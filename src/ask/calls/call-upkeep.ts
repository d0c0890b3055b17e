import type { Logger } from '../../lib/logger.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { SessionKey } from '../../session/session-store.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import { whoEnded } from '../../session/who-ended.ts';
import type { CallDriver } from './call-driver.ts';
import { callRecordOf } from './call-record.ts';
import { type CallState, isOpen, type QuestionState } from './call-state.ts';
import { listRecords } from './find-records.ts';

const DAY = 24 * 60 * 60_000;

interface CallUpkeepOptions {
  sessions: Sessions;
  driver: CallDriver;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Upkeep of calls that no client waits for: resumes those of dead processes, ends those that have waited too long. */
export class CallUpkeep {
  readonly #sessions: Sessions;
  readonly #driver: CallDriver;
  readonly #log: Logger;
  readonly #now: () => Date;

  constructor({ sessions, driver, log, now = () => new Date() }: CallUpkeepOptions) {
    this.#sessions = sessions;
    this.#driver = driver;
    this.#log = log;
    this.#now = now;
  }

  /** For all users: resume what dead processes left running, and end what has expired. */
  async sweep(): Promise<void> {
    for (const userId of await this.#sessions.users())
      await this.#sweepUser({ userId, kind: 'agent', name: 'tandem' });
  }

  /** For all users: resume what dead processes left running. Cheaper than `sweep`, so that it can run often. */
  async rescue(): Promise<void> {
    for await (const record of this.#perhapsLeft())
      await this.#unlessTrouble(record, async () => {
        const { status, ending } = await this.#driver.state(record);
        if (ending || status === 'running') await this.#driver.resume(record);
      });
  }

  async *#perhapsLeft(): AsyncGenerator<SessionRecord> {
    const abandoned = await this.#sessions.abandoned('tool');
    for (const key of abandoned ?? []) {
      const record = await this.#sessions.find(key);
      if (record && callRecordOf(record)) yield record;
    }
    if (abandoned) return;
    for (const userId of await this.#sessions.users())
      yield* await listRecords(this.#sessions, { userId, kind: 'agent', name: 'tandem' }, 'open');
  }

  /** The current state of a call. If all its questions have expired, this ends it. */
  async current(record: SessionRecord): Promise<CallState> {
    const state = await this.#driver.state(record);
    const open = state.questions.filter(isOpen);
    const isLate = open.length > 0 && !state.ending && open.every((question) => this.isLate(question));
    if (!isLate) return state;
    await this.#unlessTrouble(record, () => this.#expire(record));
    return this.#driver.state(record);
  }

  isLate({ askedAt }: QuestionState): boolean {
    const { askExpiryDays } = this.#sessions.limits;
    return this.#now().getTime() - new Date(askedAt).getTime() > askExpiryDays * DAY;
  }

  /** Closing the session of a call cancels the call. */
  async endClosed(key: SessionKey): Promise<void> {
    if (this.#driver.isEnding(key.sessionId)) return;
    try {
      const record = await this.#sessions.find(key);
      if (record && callRecordOf(record))
        await this.#driver.cancel(record, {
          op: 'cancel',
          reason: whoEnded(record) ?? 'The session was closed.',
        });
    } catch (error) {
      this.#log.error(`call ${key.sessionId} could not be cancelled`, error);
    }
  }

  /** An administrator may have ended this session in another process. */
  async noticeEnd(key: SessionKey): Promise<void> {
    if (!this.#driver.has(key.sessionId)) return;
    // A store that cannot be read now is read again later, at the latest by the call itself.
    const record = await this.#sessions.find(key).catch(() => undefined);
    if (record?.endedBy !== undefined) await this.endClosed(key);
  }

  async #sweepUser(actor: Actor): Promise<void> {
    // The store's own sweep expires sessions without notifying their tools.
    for (const record of await listRecords(this.#sessions, actor, 'expired'))
      await this.#unlessTrouble(record, async () => {
        if (!(await this.#driver.state(record)).ending) await this.#expire(record);
      });
    for (const record of await listRecords(this.#sessions, actor, 'open'))
      await this.#unlessTrouble(record, async () => {
        const { status, ending } = await this.current(record);
        if (ending || status === 'running') await this.#driver.resume(record);
      });
  }

  #expire(record: SessionRecord): Promise<void> {
    const reason = `Nobody answered within ${this.#sessions.limits.askExpiryDays} days.`;
    return this.#driver.cancel(record, { op: 'cancel', reason, expired: true });
  }

  /** A call that cannot resume now, say because its tool's file is broken, must not block the others. */
  async #unlessTrouble(record: SessionRecord, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.warn(`call ${record.sessionId} of ${record.name} stays open`, String(error));
    }
  }
}
