import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { TandemError } from '../errors.ts';
import { SessionQueue } from '../session/session-queue.ts';
import type { SessionRecord } from '../session/session-record.ts';
import type { Actor, Sessions } from '../session/sessions.ts';
import type { FlatSchema, InputRequired } from './input-required.ts';
import { toFlatSchema } from './to-flat-schema.ts';

export interface Question {
  message: string;
  /** A flat object: strings, numbers, booleans, choices. */
  schema: z.ZodObject;
}

export type Answer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };

/** What asking gave so far. */
export type Asked = { answer: Answer; pending?: undefined } | { pending: InputRequired; answer?: undefined };

/** A question put to a person, kept until it is answered once or expires. */
export interface Ask {
  askId: string;
  /** The tool session that waits for it. */
  sessionId: string;
  userId: string;
  tool: string;
  message: string;
  schema: FlatSchema;
  status: 'open' | 'answered' | 'expired';
  createdAt: string;
  answer?: Answer;
  answeredAt?: string;
  answeredBy?: { kind: 'agent' | 'person'; name: string };
}

/**
 * Which questions a call has put so far. A list, since their order counts: the whole call is known by its first.
 * Travels sealed with the call's state.
 */
export type AskedSoFar = { key: string; askId: string }[];

const MAX_TRIES = 20;

/**
 * Pending questions. Each lies in a tool session of the user who may answer it, and is answered once:
 * the store's compare-and-set decides between two answers at the same moment, in whatever processes.
 */
export class Asks {
  readonly #sessions: Sessions;
  readonly #now: () => Date;
  /** Opens one at a time per user: two that both find room for the last one would both take it. */
  readonly #opening = new SessionQueue();
  readonly #listeners = new Set<(userId: string) => void>();

  constructor(options: { sessions: Sessions; now?: () => Date }) {
    this.#sessions = options.sessions;
    this.#now = options.now ?? (() => new Date());
  }

  /** Keep a question; refused when the user already has `maxOpenAsks` open. */
  open(actor: Actor, input: { tool: string; question: Question }): Promise<Ask> {
    return this.#opening.run(actor.userId, () => this.#openAlone(actor, input));
  }

  /** The ask, or `not_found`: the same for an unknown one and for one this user may not answer. */
  async get(actor: Actor, askId: string): Promise<Ask> {
    return (await this.#load(actor, askId)).ask;
  }

  /** Open questions of this user, newest first. */
  async list(actor: Actor): Promise<Ask[]> {
    const open: Ask[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#sessions.list(actor, { kind: 'tool', status: 'open', limit: 200, cursor });
      const asks = await Promise.all(page.sessions.map((session) => this.#find(actor, session.sessionId)));
      open.push(...asks.flatMap((found) => (found?.ask.status === 'open' ? [found.ask] : [])));
      cursor = page.cursor;
    } while (cursor);
    return open;
  }

  /** Settle an ask. The same answer again is fine and changes nothing; another one is `conflict`. */
  async answer(actor: Actor, askId: string, answer: Answer): Promise<Ask> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { record, ask } = await this.#load(actor, askId);
      if (ask.status === 'expired')
        throw new TandemError('ended', `Question "${askId}" expired unanswered. Call ${ask.tool} again.`);
      if (ask.answer) {
        if (isDeepStrictEqual(ask.answer, answer)) return ask;
        throw new TandemError('conflict', `Question "${askId}" was already answered (${ask.answer.action}).`);
      }
      const settled: Ask = {
        ...ask,
        status: 'answered',
        answer,
        answeredAt: this.#now().toISOString(),
        answeredBy: { kind: actor.kind, name: actor.name },
      };
      try {
        await this.#sessions.store.save({ ...record, data: { ...record.data, ask: settled } });
      } catch (error) {
        if (error instanceof TandemError && error.code === 'conflict') continue;
        throw error;
      }
      await this.#sessions.close(actor, record.sessionId);
      this.#changed(actor);
      return settled;
    }
    throw new TandemError('busy', `Question "${askId}" is being changed by another process; try again.`);
  }

  /** Told when a question of this user is put or answered here. Answers how to stop. */
  onChange(actor: Actor, listener: () => void): () => void {
    const own = (userId: string) => {
      if (userId === actor.userId) listener();
    };
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /**
   * Go on with a call that has asked before: alone, in whatever processes, and once. When the call has
   * finished already (a client that lost the result sends its answer again), answers what it gave then;
   * when it has gone on to further questions, they are added to `asked`, so that none is put twice.
   */
  async resume<T>(
    actor: Actor,
    asked: AskedSoFar,
    run: () => Promise<{ result: T; done: boolean }>,
    signal?: AbortSignal,
  ): Promise<T> {
    // What the whole call comes to is kept with its first question.
    const askId = asked[0]?.askId ?? '';
    const { record } = await this.#load(actor, askId);
    const lease = await this.#sessions.store.lease(record, { owner: `pid ${process.pid}`, signal });
    try {
      const before = await this.#load(actor, askId);
      if ('result' in before.record.data) return before.record.data.result as T;
      const known = (before.record.data.asked ?? []) as AskedSoFar;
      asked.push(...known.slice(asked.length));
      const putBefore = asked.length;
      const { result, done } = await run();
      if (done || asked.length > putBefore) {
        const after = await this.#load(actor, askId);
        const outcome = done ? { result } : { asked };
        await this.#sessions.store.save({ ...after.record, data: { ...after.record.data, ...outcome } });
      }
      return result;
    } finally {
      await lease.release();
    }
  }

  async #openAlone(actor: Actor, input: { tool: string; question: Question }): Promise<Ask> {
    await this.#checkRoom(actor);
    const record = await this.#sessions.create(actor, { kind: 'tool', name: input.tool });
    const ask: Ask = {
      askId: record.sessionId.replace('sess_', 'ask_'),
      sessionId: record.sessionId,
      userId: actor.userId,
      tool: input.tool,
      message: input.question.message,
      schema: toFlatSchema(input.question.schema),
      status: 'open',
      createdAt: this.#now().toISOString(),
    };
    await this.#sessions.store.save({ ...record, data: { ask } });
    this.#changed(actor);
    return ask;
  }

  #changed({ userId }: Actor): void {
    for (const listener of this.#listeners) listener(userId);
  }

  async #load(actor: Actor, askId: string): Promise<{ record: SessionRecord; ask: Ask }> {
    const found = await this.#find(actor, askId.replace('ask_', 'sess_'));
    if (!found) throw new TandemError('not_found', `Question "${askId}" not found.`);
    return found;
  }

  async #find(actor: Actor, sessionId: string): Promise<{ record: SessionRecord; ask: Ask } | undefined> {
    const record = await this.#sessions.store.get({ sessionId, userId: actor.userId });
    const ask = record?.data.ask as Ask | undefined;
    if (!record || !ask) return undefined;
    const expired = ask.status === 'open' && new Date(ask.createdAt) < this.#expiryLimit();
    return { record, ask: expired ? { ...ask, status: 'expired' } : ask };
  }

  async #checkRoom(actor: Actor): Promise<void> {
    const open = (await this.list(actor)).length;
    const most = this.#sessions.limits.maxOpenAsks;
    if (open >= most)
      throw new TandemError(
        'limit_reached',
        `${open} questions are already waiting for an answer, and mcp.limits.maxOpenAsks is ${most}. Get some answered first, or raise the limit.`,
      );
  }

  #expiryLimit(): Date {
    return new Date(this.#now().getTime() - this.#sessions.limits.askExpiryDays * 24 * 60 * 60_000);
  }
}
