import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { AskingCall, AskRound } from '../../area/asking.ts';
import type { Answer } from '../../area/question.ts';
import { TandemError } from '../../errors.ts';
import { encodeJson } from '../../lib/json-codec.ts';
import type { Logger } from '../../lib/logger.ts';
import { newId } from '../../lib/new-id.ts';
import { type Actor, actorName } from '../../session/actor.ts';
import { SessionQueue } from '../../session/session-queue.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { type Grantee, toGranteeKey } from '../../session/session-share.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { ReplayedEntry } from '../run/journal.ts';
import { noModel, type Sampler } from '../sampling/sampler.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { Notice } from '../tool/operation.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import { type AskAccess, findAccess, listAccesses, mayAnswer, maySee, ownAccess } from './ask-access.ts';
import { CallChanges } from './call-changes.ts';
import { CallDriver } from './call-driver.ts';
import { type CallRecord, callRecordOf, parseAskId, toAskId } from './call-record.ts';
import { beginRound, type RoundServices } from './call-round.ts';
import { callSessions } from './call-sessions.ts';
import type { CallState, QuestionState } from './call-state.ts';
import { isOpen } from './call-state.ts';
import { CallUpkeep } from './call-upkeep.ts';
import { answerSchemaOf, checkAnswer, keptSchemaOf } from './check-answer.ts';
import { checkRoom, findRecord, findRecordByCallId, listRecords } from './find-records.ts';
import { parseParams, toCallInRounds } from './new-call.ts';
import { noLongerOpen, noQuestion, notYours } from './question-errors.ts';
import { findSameCalls, toSameCall } from './same-call.ts';
import { type Standing, toStanding } from './standing.ts';
import type { CallInfo, NewCall, OpenQuestion, ToolCall } from './tool-call.ts';
import { whileWaiting } from './while-waiting.ts';

const LOOK_MS = 1_000;

/** A question in somebody's list. */
export type ListedQuestion = OpenQuestion & Standing & { toolName: string; partOf?: string | undefined };

export interface CallsOptions {
  sessions: Sessions;
  /** The tool of that name as it is now, or undefined. */
  tool(name: string): Promise<AnyMcpTool | undefined>;
  /** The configured model. */
  sampler?: Sampler | undefined;
  log: Logger;
  /** How many suspended calls stay in memory; the others are replayed when they resume. */
  maxLive?: number;
  now?: () => Date;
}

/**
 * Calls that ask: of asking tools, and of any tool that uses `ctx.ask`. They are made, answered, awaited and aborted here;
 * each has one writer, in all processes together.
 */
export class Calls {
  readonly #options: CallsOptions;
  readonly #driver: CallDriver;
  readonly #upkeep: CallUpkeep;
  readonly #changes = new CallChanges();
  readonly #creating = new SessionQueue();
  readonly #answering = new SessionQueue();
  /** Calls that a request of this process waits for. */
  readonly #attended = new Set<string>();
  readonly #stopListening: () => void;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#driver = new CallDriver({ ...options, changes: this.#changes });
    this.#upkeep = new CallUpkeep({ ...options, driver: this.#driver });
    const stops = [
      options.sessions.onChange(({ sessionId, kind, status }, userId) => {
        if (kind === 'tool' && status !== 'open') void this.#upkeep.endClosed({ sessionId, userId });
      }),
      options.sessions.onOthersChange({}, (key) => {
        this.#changes.changedElsewhere(key);
        if (key) void this.#upkeep.noticeEnd(key);
      }),
      this.#lookForEnds(),
    ];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
  }

  /** Starts a call. Returns at once; `settled` waits for it. */
  create(actor: Actor, input: NewCall): Promise<ToolCall> {
    return this.#creating.run(actor.userId, () => this.#createAlone(actor, input));
  }

  /** A round of a tool whose handler asks with `ctx.ask`. `link` is where the person answers a question. */
  beginRound(call: AskingCall, link: RoundServices['link'] = async (askId) => `/asks/${askId}`): AskRound {
    const services: RoundServices = {
      sessions: this.#options.sessions,
      driver: this.#driver,
      link,
      isLate: (question) => this.#upkeep.isLate(question),
      create: (actor, made) => this.#createInRounds(actor, toCallInRounds(made)),
      findSame: (actor, made) => this.#findSame(actor, toCallInRounds(made), () => true),
      settle: (actor, askId, answer) => this.#settle(actor, askId, answer),
      answered: (actor, askId, signal) => this.afterQuestion(actor, askId, { signal }),
    };
    return beginRound(services, call);
  }

  /** A request waits for this call. Returns a function that ends the wait. */
  attend(sessionId: string): () => void {
    this.#attended.add(sessionId);
    return () => this.#attended.delete(sessionId);
  }

  /** The call, by its session or by one of its questions; null if this user has none. */
  async get(actor: Actor, id: string): Promise<ToolCall | null> {
    const record = await findRecord(this.#options.sessions, actor, id);
    return record ? this.#toCall(record, await this.#upkeep.current(record)) : null;
  }

  /** By the caller's own id. */
  async getByCallId(
    actor: Actor,
    key: { callId: string; conversationId?: string },
  ): Promise<ToolCall | null> {
    const record = await findRecordByCallId(this.#options.sessions, actor, key);
    return record ? this.#toCall(record, await this.#driver.state(record)) : null;
  }

  /**
   * Answer a question. Resolves when the answer is on disk; the tool then resumes by itself. Repeating the same
   * answer changes nothing; a different one throws `conflict`, an invalid one `invalid_input`, a late one `ended`.
   */
  respond(actor: Actor, askId: string, answer: Answer): Promise<ToolCall> {
    return this.#respond(actor, askId, answer, async (record, question) =>
      checkAnswer(await this.#schemaOf(record, question), answer),
    );
  }

  /** Where the store tells nothing: work under way is stopped, what waits is settled by who ended it. */
  #lookForEnds(): () => void {
    if (this.#options.sessions.hearsOthers) return () => {};
    const look = () => {
      for (const key of this.#driver.driven()) void this.#upkeep.noticeEnd(key);
    };
    const looking = setInterval(look, LOOK_MS).unref();
    return () => clearInterval(looking);
  }

  #respond(
    actor: Actor,
    askId: string,
    answer: Answer,
    check: (record: SessionRecord, question: QuestionState) => Promise<Answer>,
  ): Promise<ToolCall> {
    const target = parseAskId(askId);
    return this.#answering.run(`${target?.sessionId} ${actor.userId}`, async () => {
      const access = await findAccess(this.#options.sessions, actor, askId);
      if (!access) throw noQuestion(askId);
      const { record } = access;
      let settled: QuestionState | undefined;
      await this.#driver.tell(record, async (state): Promise<ReplayedEntry | undefined> => {
        const question = state.questions.find(({ seq }) => seq === target?.seq);
        if (!question || !maySee(actor, access, question)) throw noQuestion(askId);
        settled = question;
        if (question.answer) {
          if (isDeepStrictEqual(question.answer, answer)) return undefined;
          throw new TandemError(
            'conflict',
            `Question "${askId}" was already answered (${question.answer.action}).`,
          );
        }
        if (
          state.ending ||
          record.endedBy !== undefined ||
          question.withdrawn ||
          this.#upkeep.isLate(question)
        )
          throw noLongerOpen(askId, record.name);
        if (!mayAnswer(actor, access, question)) throw notYours(question);
        const given = await check(record, question);
        const { kind } = actor;
        const name = actorName(actor);
        const { id, key, seq } = question;
        return { op: 'answered', id, key, seq, answer: given, by: { kind, userId: actor.userId, name } };
      });
      const call = this.#toCall(record, await this.#driver.state(record));
      if (settled?.to) await this.#settleAddressed(call, record, settled.to);
      return call;
    });
  }

  /** Once nothing waits for them any longer, it is not looked for in their list. */
  async #settleAddressed({ open }: ToolCall, record: SessionRecord, to: Grantee): Promise<void> {
    const waits = open.some((question) => question.to && toGranteeKey(question.to) === toGranteeKey(to));
    if (!waits) await this.#options.sessions.sharing.settle(record, to);
  }

  /** Pass on the result of the caller's model. */
  async respondToSample(actor: Actor, id: string, answer: SampleAnswer | Error): Promise<void> {
    const record = await this.#findOrThrow(actor, id);
    await this.#driver.tellSample(record, answer);
  }

  /** The request for the caller's model, when the call waits for one. */
  async wantedSample(actor: Actor, id: string): Promise<SampleRequest | undefined> {
    return this.#driver.wantedSample(await this.#findOrThrow(actor, id));
  }

  /** Cancel a call: its signal fires and its `finally` blocks run. A call that has ended is not changed. */
  async abort(actor: Actor, id: string, reason = 'The call was aborted.'): Promise<ToolCall> {
    const record = await this.#findOrThrow(actor, id);
    await this.#driver.cancel(record, { op: 'cancel', reason });
    return this.#toCall(record, await this.#driver.state(record));
  }

  /** Wait until the call asks, needs the caller's model, or has ended, or `waitMs` has passed. */
  settled(actor: Actor, id: string, signal?: AbortSignal, waitMs?: number): Promise<ToolCall> {
    const isDone = ({ status, problem }: ToolCall) => status !== 'running' || problem !== undefined;
    return this.#wait(actor, id, isDone, { signal, waitMs });
  }

  /** Wait until this question is settled and the call has moved on, or `waitMs` has passed. */
  afterQuestion(
    actor: Actor,
    askId: string,
    options: { signal?: AbortSignal | undefined; waitMs?: number | undefined },
  ): Promise<ToolCall> {
    return this.#wait(
      actor,
      askId,
      (call) =>
        call.problem !== undefined ||
        // A call in rounds goes on when its caller asks for it, and not by itself.
        ((call.status !== 'running' || call.repeat !== undefined) &&
          !call.open.some((question) => question.askId === askId)),
      options,
    );
  }

  async listActive(actor: Actor): Promise<CallInfo[]> {
    const infos = await Promise.all(
      (await listRecords(this.#options.sessions, actor, 'open')).map(async (record) => {
        const { sessionId, toolName, callId, status, createdAt } = this.#toCall(
          record,
          await this.#driver.state(record),
        );
        return { id: sessionId, toolName, callId, status, createdAt };
      }),
    );
    return infos.filter(({ status }) => !['completed', 'failed', 'aborted'].includes(status));
  }

  /** Questions that wait, newest first: of this user's calls, and of others' that ask this user or are shared. */
  async listOpen(actor: Actor): Promise<ListedQuestion[]> {
    const { sessions } = this.#options;
    const own = (await listRecords(sessions, actor, 'open')).map(ownAccess);
    const all = await Promise.all(
      [...own, ...(await listAccesses(sessions, actor))].map(async (access) => {
        const { open, toolName } = this.#toCall(access.record, await this.#driver.state(access.record));
        return open
          .filter((question) => maySee(actor, access, question))
          .map((question) => ({
            ...question,
            toolName,
            partOf: callSessions.partOf?.(access.record),
            ...toStanding(actor, access, question),
          }));
      }),
    );
    return all.flat().sort((a, b) => (a.askedAt < b.askedAt ? 1 : -1));
  }

  /** The call of a question as this caller may see it; null if they may not. Finds out whether the call can continue. */
  async inspectAsk(actor: Actor, askId: string): Promise<{ call: ToolCall; access: AskAccess } | null> {
    const access = await findAccess(this.#options.sessions, actor, askId);
    if (!access) return null;
    await this.#driver.checkFit(access.record);
    const call = this.#toCall(access.record, await this.#upkeep.current(access.record));
    const isSeen = (question: QuestionState) => maySee(actor, access, question);
    return {
      access,
      call: { ...call, questions: call.questions.filter(isSeen), open: call.open.filter(isSeen) },
    };
  }

  /** Listens to the notices of a tool that runs here. Returns a function that stops it. */
  onNotice(sessionId: string, listener: (notice: Notice) => void): () => void {
    return this.#changes.onNotice(sessionId, listener);
  }

  /** Listens to changes that this process makes to calls of a user, or that ask them. Returns a function that stops it. */
  onChange(actor: Actor, listener: () => void): () => void {
    return this.#changes.onChangeFor(actor, listener);
  }

  /** For all users: resume what dead processes left running, and end what has expired. */
  sweep(): Promise<void> {
    return this.#upkeep.sweep();
  }

  /** For all users: resume what dead processes left running; a process that died in a step is found soon. */
  rescue(): Promise<void> {
    return this.#upkeep.rescue();
  }

  /** Stop working, and leave everything for the next process. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.#driver.close();
  }

  /** How many suspended calls are in memory. */
  get live(): number {
    return this.#driver.live;
  }

  async #createAlone(actor: Actor, input: NewCall): Promise<ToolCall> {
    const { tool, params, callId = newId('call_'), conversationId, clientSamples, parent, client } = input;
    const { sessions, sampler } = this.#options;
    const before = input.callId && (await findRecordByCallId(sessions, actor, { callId, conversationId }));
    if (before) return this.#toCall(before, await this.#driver.state(before));
    if (tool.requires?.sampling && !sampler && !clientSamples) throw noModel(tool.name);
    const parsed = input.isParsed ? params : parseParams(tool, params);
    const call: CallRecord = {
      callId,
      tool: tool.name,
      params: encodeJson(parsed) as CallRecord['params'],
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(clientSamples ? { clientSamples } : {}),
      ...(parent ? { parent: { ...parent, messages: [...parent.messages] } } : {}),
    };
    if (client !== undefined) call.same = toSameCall(client, call);
    const same = input.again ? undefined : await this.#findSame(actor, call, (one) => this.#canJoin(one));
    if (same) return { ...this.#toCall(same, await this.#driver.state(same)), joined: true };
    const record = await this.#createRecord(actor, call);
    if (input.defer) this.#attended.add(record.sessionId);
    if (!input.defer) await this.#driver.begin(record);
    return this.#toCall(record, await this.#driver.state(record));
  }

  #createInRounds(actor: Actor, call: CallRecord): Promise<SessionRecord> {
    return this.#creating.run(actor.userId, () => this.#createRecord(actor, call));
  }

  /** The same call made before, if it has not ended and may be joined. */
  async #findSame(
    actor: Actor,
    { tool, same }: CallRecord,
    canJoin: (call: ToolCall) => boolean,
  ): Promise<SessionRecord | undefined> {
    if (same === undefined) return undefined;
    for await (const record of findSameCalls(this.#options.sessions, actor, { tool, same })) {
      const call = this.#toCall(record, await this.#upkeep.current(record));
      if (!call.ending && canJoin(call)) return record;
    }
    return undefined;
  }

  /** One that waits for a person, or that no request waits for; two running at the same time are two calls. */
  #canJoin({ open, sessionId }: ToolCall): boolean {
    return open.length > 0 || !this.#attended.has(sessionId);
  }

  async #createRecord(actor: Actor, call: CallRecord): Promise<SessionRecord> {
    const { sessions } = this.#options;
    await checkRoom(sessions, actor, (record) => this.#isWaiting(record));
    return sessions.create(actor, {
      kind: 'tool',
      name: call.tool,
      description: call.callId,
      data: { call: { ...call, caller: actor.name } },
    });
  }

  /** Whether a call counts against `maxOpenAsks`: not one that has its answers and waits for its client only. */
  async #isWaiting(record: SessionRecord): Promise<boolean> {
    const { open, ending } = this.#toCall(record, await this.#upkeep.current(record));
    return !ending && (open.length > 0 || !callRecordOf(record)?.inRounds);
  }

  /** The answer that came first: this one, which its tool has checked, or somebody else's. */
  async #settle(actor: Actor, askId: string, answer: Answer): Promise<Answer> {
    try {
      await this.#respond(actor, askId, answer, async () => answer);
      return answer;
    } catch (error) {
      const seq = parseAskId(askId)?.seq;
      const call = await this.get(actor, askId);
      const kept = call?.questions.find((question) => question.seq === seq)?.answer;
      if (kept) return kept;
      throw error;
    }
  }

  async #schemaOf(record: SessionRecord, question: QuestionState): Promise<z.ZodType> {
    if (callRecordOf(record)?.inRounds) return keptSchemaOf(question);
    return answerSchemaOf(await this.#driver.toolOf(record), question.key);
  }

  async #wait(
    actor: Actor,
    id: string,
    isDone: (call: ToolCall) => boolean,
    options: { signal?: AbortSignal | undefined; waitMs?: number | undefined },
  ): Promise<ToolCall> {
    const record = await this.#findOrThrow(actor, id);
    const look = async () => {
      const call = this.#toCall(record, await this.#upkeep.current(record));
      // If no process drives it, the one that did has died.
      if (call.status === 'running') await this.#driver.resume(record);
      // Report an ending only when the session is closed, too.
      if (call.ending) await this.#driver.idle(record.sessionId);
      return call;
    };
    return whileWaiting(
      look,
      isDone,
      (changed) => this.#changes.onChange(record.sessionId, changed),
      options,
    );
  }

  async #findOrThrow(actor: Actor, id: string): Promise<SessionRecord> {
    const record = await findRecord(this.#options.sessions, actor, id);
    if (record) return record;
    throw id.startsWith('ask_') ? noQuestion(id) : new TandemError('not_found', `Call "${id}" not found.`);
  }

  #toCall(record: SessionRecord, state: CallState): ToolCall {
    const { sessionId, createdAt } = record;
    const call = callRecordOf(record);
    const open = state.questions
      .filter((question) => isOpen(question) && !state.ending && !this.#upkeep.isLate(question))
      .map((question) => ({ ...question, askId: toAskId(sessionId, question.seq) }));
    const { callId = '', tool = '', params = {}, inRounds } = call ?? {};
    const repeat = inRounds ? { repeat: { tool, arguments: params } } : {};
    const reason = state.ending ? undefined : this.#driver.reason(sessionId);
    const problem = reason === undefined ? {} : { problem: reason };
    return { ...state, sessionId, createdAt, callId, toolName: tool, open, ...repeat, ...problem };
  }
}
