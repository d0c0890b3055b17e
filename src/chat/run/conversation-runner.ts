import { callRecordOf } from '../../ask/door.ts';
import { TandemError } from '../../errors.ts';
import { followChanges } from '../../lib/follow-changes.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Right } from '../../session/session-share.ts';
import type { GuestAccess } from '../../session/session-sharing.ts';
import type { Lease, SessionKey } from '../../session/session-store.ts';
import type { Actor } from '../../session/sessions.ts';
import { whoEnded } from '../../session/who-ended.ts';
import type { Conversation } from '../log/conversation.ts';
import { runConversation } from './chat-run.ts';
import { type HeldConversation, HeldConversations, type Run } from './held-conversations.ts';
import { isAnsweredElsewhere } from './is-answered-elsewhere.ts';
import { LEFT } from './model-round.ts';
import type { RunServices } from './run-services.ts';
import { openCalls } from './settle-calls.ts';
import { clearStopRequest, onStopRequest, requestStop } from './stop-request.ts';

const LOOK_AGAIN_MS = 1000;
const CLOSING_MS = 2000;
/** How long the process that holds a run has to stop it. */
const STOPPING_MS = 10_000;

/** Opens the conversations of this process, and runs each with one run at a time. */
export class ConversationRunner {
  readonly #services: RunServices;
  readonly #held: HeldConversations;
  readonly #stopListening: () => void;
  #closed = false;

  constructor(services: RunServices) {
    this.#services = services;
    this.#held = new HeldConversations(services);
    const { sessions } = services;
    const stops = [
      sessions.onChange(({ sessionId, kind, status }, userId) => {
        // A reader with whom it was shared may have to leave.
        if (status === 'open' && kind === 'chat')
          this.#held.find({ sessionId, userId })?.conversation.readers.changed();
        if (status === 'open') return;
        if (kind === 'chat') void this.#noticeEnd({ sessionId, userId });
        if (kind === 'tool') void this.#resumeAfter({ sessionId, userId });
      }),
      sessions.onOthersChange({}, (key) => key && void this.#noticeEnd(key)),
    ];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
  }

  /** `thread` is the front end's own id, if it has one. */
  async create(actor: Actor, title: string, thread = ''): Promise<Conversation> {
    const { sessions } = this.#services;
    const record = await sessions.create(actor, { kind: 'chat', name: title, description: thread });
    return this.#held.open(record, actor).conversation;
  }

  async has(actor: Actor, id: string): Promise<boolean> {
    return (await this.#find(actor, id)) !== undefined;
  }

  /**
   * A user's conversation as it is now, or one that is shared with them with this right; `not_found` for all others. An
   * expired one is opened again.
   */
  async open(actor: Actor, id: string, right: Right = 'view'): Promise<Conversation> {
    const { sessions } = this.#services;
    const own = await this.#find(actor, id);
    const guest = own ? undefined : await this.#findShared(actor, id, right);
    const record = own ?? guest?.record;
    if (!record)
      throw new TandemError('not_found', `Conversation "${id}" not found. Omit conversationId to start one.`);
    if (record.status === 'closed') {
      const by = whoEnded(record);
      const why = by === undefined ? '' : ` ${by}`;
      throw new TandemError(
        'ended',
        `Conversation "${id}" is closed.${why} Omit conversationId to start one.`,
      );
    }
    // Idle conversations expire, but their questions can be answered for weeks.
    if (record.status === 'expired') await sessions.save({ ...record, status: 'open' }).catch(() => {});
    // Whoever comes, it runs for its owner.
    const owner = guest ? { userId: record.userId, kind: 'person' as const, name: guest.owner } : actor;
    const held = this.#held.open(record, owner);
    if (!held.run) await held.conversation.refresh();
    return held.conversation;
  }

  isRunning(conversation: Conversation): boolean {
    return this.#held.of(conversation).run?.isEnding === false;
  }

  /** No run is under way in any process, so no events will come by themselves. */
  standsStill(conversation: Conversation): boolean {
    const { run, broken } = this.#held.of(conversation);
    return (!run || run.isEnding) && (broken === true || conversation.transcript.status !== 'running');
  }

  /** No more events will come in this process. */
  isOver(conversation: Conversation): boolean {
    return this.#closed || conversation.isClosed;
  }

  /**
   * Start a run. `prepare` writes what it starts with, under the lease and after reading what other processes wrote; if
   * it throws, there is no run. Resolves when that is on disk; throws `busy` when a run is under way.
   * With `stopped`, the run only ends what is open.
   */
  async begin(
    conversation: Conversation,
    prepare: () => Promise<void>,
    { waitMs = 0, stopped }: { waitMs?: number; stopped?: string } = {},
  ): Promise<void> {
    const held = this.#held.of(conversation);
    // A client that has read the end of a run may start the next one.
    while (held.run?.isEnding) await held.run.done;
    if (held.run || this.#closed) throw busy();
    const stop = new AbortController();
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const run: Run = { stop, done, isEnding: false };
    held.run = run;
    held.again = false;
    let lease: Lease | undefined;
    const end = async () => {
      await lease?.release();
      held.run = undefined;
      finish();
      conversation.readers.wakeAll();
    };
    try {
      const { sessions } = this.#services;
      lease = await sessions.lease(conversation.record, { waitMs }).catch((error: unknown) => {
        throw isBusy(error) ? busy() : error;
      });
      await clearStopRequest(sessions, conversation.record);
      await conversation.refresh();
      await prepare();
    } catch (error) {
      await end();
      if (held.again) void this.#resume(held);
      throw error;
    }
    held.broken = false;
    if (stopped !== undefined) stop.abort(stopped);
    void this.#run(held, run)
      .finally(end)
      .then(() => (held.again ? this.#resume(held) : undefined));
  }

  /** Resume a conversation if it can: a question was answered, or its process died. */
  async resume(conversation: Conversation): Promise<void> {
    await this.#resume(this.#held.of(conversation));
  }

  /** Resume what dead processes left running, for all users. */
  async rescue(): Promise<void> {
    const { sessions } = this.#services;
    for (const key of (await sessions.abandoned('chat')) ?? []) {
      const held = await this.#holdOwn(key);
      if (!held) continue;
      await this.#look(held);
      // If there is nothing to do, it is not left any longer.
      if (!held.run)
        await sessions.lease(key, { waitMs: 0 }).then(
          (lease) => lease.release(),
          () => {},
        );
    }
  }

  /** Read what other processes wrote, and resume if possible. */
  async look(conversation: Conversation): Promise<void> {
    await this.#look(this.#held.of(conversation));
  }

  /** Stop the run, in whichever process it is, or end what waits. Resolves when it has ended. */
  async stop(conversation: Conversation, reason: string): Promise<void> {
    const held = this.#held.of(conversation);
    const check = async () => {
      if (!mayMove(conversation)) throw busy();
    };
    if (held.run) held.run.stop.abort(reason);
    else if (mayMove(conversation))
      await this.begin(conversation, check, { stopped: reason })
        .catch(async (error: unknown) => {
          if (!isBusy(error)) throw error;
          await requestStop(this.#services.sessions, conversation.record, reason);
          await this.begin(conversation, check, { stopped: reason, waitMs: STOPPING_MS });
        })
        .catch((error: unknown) => {
          // It has stopped in the meantime.
          if (!isBusy(error) || mayMove(conversation)) throw error;
        });
    await held.run?.done;
  }

  /** Polls for changes of other processes while a client reads. Returns a function that stops it. */
  watch(conversation: Conversation): () => void {
    const held = this.#held.of(conversation);
    if (held.watchers++ === 0)
      held.stopWatching = followChanges(() => this.#look(held), {
        everyMs: LOOK_AGAIN_MS,
        // Any session of the user: the tools that it waits for have their own.
        onChange: (listener) =>
          this.#services.sessions.onOthersChange({ userId: conversation.record.userId }, listener),
      });
    return () => {
      if (--held.watchers === 0) held.stopWatching?.();
    };
  }

  async close(conversation: Conversation): Promise<void> {
    await this.stop(conversation, 'The conversation was closed.');
    this.#held.drop(conversation);
    await this.#services.sessions.close(conversation.actor, conversation.id);
    conversation.isClosed = true;
    conversation.readers.wakeAll();
  }

  /** Leave everything as it is for the next process. */
  async leave(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    const runs = this.#held.all().flatMap(({ run }) => (run ? [run] : []));
    for (const { stop } of runs) stop.abort(LEFT);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      Promise.all(runs.map(({ done }) => done)),
      new Promise((resolve) => {
        timer = setTimeout(resolve, CLOSING_MS);
      }),
    ]);
    clearTimeout(timer);
    for (const { conversation, stopWatching } of this.#held.all()) {
      stopWatching?.();
      conversation.readers.wakeAll();
    }
  }

  /** Whether this caller may still read it. */
  async mayRead(actor: Actor, { record }: Conversation): Promise<boolean> {
    if (record.userId === actor.userId) return true;
    return (await this.#services.sessions.sharing.admit(actor, record.sessionId)) !== undefined;
  }

  async #findShared(actor: Actor, id: string, right: Right): Promise<GuestAccess | undefined> {
    const access = await this.#services.sessions.sharing.admit(actor, id);
    if (access?.record.kind !== 'chat') return undefined;
    if (access.may.includes(right)) return access;
    throw new TandemError(
      'forbidden',
      `${access.owner} shared this conversation with you to ${access.may.join(' and ')} only.`,
    );
  }

  /** By our id, or by the front end's own. */
  async #find(actor: Actor, id: string): Promise<SessionRecord | undefined> {
    const { sessions } = this.#services;
    const record = await sessions.find({ sessionId: id, userId: actor.userId });
    if (record) return record.kind === 'chat' ? record : undefined;
    if (id === '') return undefined;
    const found = await sessions.findDescribed(actor, { kind: 'chat', description: id }).next();
    return found.value ?? undefined;
  }

  async #run(held: HeldConversation, run: Run): Promise<void> {
    const { conversation } = held;
    const { signal } = run.stop;
    const { log } = this.#services;
    const onSession = (sessionId: string) => this.#held.waitFor(sessionId, held);
    const { sessions } = this.#services;
    const stopLooking = onStopRequest(sessions, conversation.record, (reason) => run.stop.abort(reason));
    try {
      await runConversation(conversation, this.#services, { signal, onSession });
      run.isEnding = true;
      await this.#touch(conversation.record);
    } catch (error) {
      if (signal.reason === LEFT) return;
      log.error(`conversation ${conversation.id} could not continue`, error);
      held.broken = true;
      const message =
        'The server could not continue; its log says why. Try again, or start a new conversation.';
      await conversation
        .dropRound({ type: 'error', message, recoverable: true })
        .catch((again: unknown) => log.error(`and could not record that in ${conversation.id}`, again));
    } finally {
      stopLooking();
    }
  }

  async #resume(held: HeldConversation, waitMs = 2000): Promise<void> {
    if (this.#closed) return;
    if (held.run) {
      held.again = true;
      return;
    }
    const { conversation } = held;
    if (!mayMove(conversation)) return;
    try {
      const check = async () => {
        if (!mayMove(conversation)) throw busy();
      };
      await this.begin(conversation, check, { waitMs });
    } catch (error) {
      // There is nothing to do, or the process that runs it will see what is new.
      if (isBusy(error)) return;
      this.#services.log.error(`conversation ${conversation.id} could not continue`, error);
    }
  }

  /** A tool session has ended here: its conversation continues, even if it waited in a process that is gone. */
  async #resumeAfter(tool: SessionKey): Promise<void> {
    const waiting = this.#held.takeWaiting(tool.sessionId);
    if (waiting) return this.#resume(waiting, 0);
    try {
      const record = await this.#services.sessions.find(tool);
      const sessionId = record && callRecordOf(record)?.conversationId;
      const held = sessionId === undefined ? undefined : await this.#holdOwn({ ...tool, sessionId });
      if (held) await this.#look(held);
    } catch (error) {
      this.#services.log.warn(`the conversation of ${tool.sessionId} could not be read`, String(error));
    }
  }

  /** A conversation for its owner, who is not here. */
  async #holdOwn(key: SessionKey): Promise<HeldConversation | undefined> {
    const { sessions } = this.#services;
    const record = await sessions.find(key);
    if (record?.kind !== 'chat' || record.status !== 'open') return undefined;
    const [made] = await sessions.history(record, { limit: 1 });
    const name = made?.actor.name ?? key.userId;
    return this.#held.open(record, { userId: key.userId, kind: 'person', name });
  }

  /** An administrator has ended a conversation that is in memory here. */
  async #noticeEnd(key: SessionKey): Promise<void> {
    const held = this.#held.find(key);
    if (!held || held.conversation.isClosed) return;
    // A store that cannot be read now is read again later.
    const record = await this.#services.sessions.find(key).catch(() => undefined);
    const reason = record && whoEnded(record);
    if (reason === undefined) return;
    const { conversation } = held;
    held.run?.stop.abort(reason);
    await held.run?.done;
    conversation.isClosed = true;
    this.#held.drop(conversation);
    conversation.readers.wakeAll();
  }

  async #look(held: HeldConversation): Promise<void> {
    if (held.run || this.#closed) return;
    const { conversation } = held;
    try {
      if (!this.#services.sessions.hearsOthers) await this.#noticeEnd(conversation.record);
      await conversation.refresh();
      const { status } = conversation.transcript;
      const isNews =
        status === 'awaiting_elicit' && (await isAnsweredElsewhere(conversation, this.#services));
      if (isNews || (status === 'running' && !held.broken)) await this.#resume(held, 0);
    } catch (error) {
      this.#services.log.warn(`conversation ${conversation.id} could not be read`, String(error));
    }
  }

  /** Keep an active conversation from expiring. */
  async #touch(key: SessionRecord): Promise<void> {
    const { sessions } = this.#services;
    const record = await sessions.find(key);
    // On a conflict, another process has just saved it: that counts as well.
    if (record?.status === 'open') await sessions.save(record).catch(unlessConflict);
  }
}

function mayMove(conversation: Conversation): boolean {
  return conversation.transcript.status === 'running' || openCalls(conversation).length > 0;
}

function isBusy(error: unknown): boolean {
  return error instanceof TandemError && error.code === 'busy';
}

function unlessConflict(error: unknown): void {
  if (!(error instanceof TandemError && error.code === 'conflict')) throw error;
}

function busy(): TandemError {
  return new TandemError('busy', 'The conversation is still running. Wait until it is done, or abort it.');
}
