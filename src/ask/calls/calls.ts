import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { AskingCall, AskRound } from '../../area/asking.ts';
import type { Answer } from '../../area/question.ts';
import { TandemError } from '../../errors.ts';
import { encodeJson } from '../../lib/json-codec.ts';
import type { Logger } from '../../lib/logger.ts';
import { newId } from '../../lib/new-id.ts';
import { SessionQueue } from '../../session/session-queue.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import type { ReplayedEntry } from '../run/journal.ts';
import { noModel, type Sampler } from '../sampling/sampler.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { Notice } from '../tool/operation.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import { CallChanges } from './call-changes.ts';
import { CallDriver } from './call-driver.ts';
import { type CallRecord, callRecordOf, parseAskId, toAskId } from './call-record.ts';
import { beginRound, type RoundServices } from './call-round.ts';
import type { CallState, QuestionState } from './call-state.ts';
import { isOpen } from './call-state.ts';
import { CallUpkeep } from './call-upkeep.ts';
import { answerSchemaOf, checkAnswer, keptSchemaOf } from './check-answer.ts';
import { checkRoom, findRecord, findRecordByCallId, listRecords } from './find-records.ts';
import { parseParams, toCallInRounds } from './new-call.ts';
import { findSameCalls, toSameCall } from './same-call.ts';
import type { CallInfo, NewCall, OpenQuestion, ToolCall } from './tool-call.ts';
import { whileWaiting } from './while-waiting.ts';

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
    this.#stopListening = options.sessions.onChange(({ sessionId, kind, status }, userId) => {
      if (kind === 'tool' && status !== 'open') void this.#upkeep.endClosed({ sessionId, userId });
    });
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

  /** Like `get`, and finds out whether the call can continue with its tool as it is now. */
  async inspect(actor: Actor, id: string): Promise<ToolCall | null> {
    const record = await findRecord(this.#options.sessions, actor, id);
    if (record) await this.#driver.checkFit(record);
    return this.get(actor, id);
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

  #respond(
    actor: Actor,
    askId: string,
    answer: Answer,
    check: (record: SessionRecord, question: QuestionState) => Promise<Answer>,
  ): Promise<ToolCall> {
    const target = parseAskId(askId);
    return this.#answering.run(`${target?.sessionId} ${actor.userId}`, async () => {
      const record = await this.#findOrThrow(actor, askId);
      await this.#driver.tell(record, async (state): Promise<ReplayedEntry | undefined> => {
        const question = state.questions.find(({ seq }) => seq === target?.seq);
        if (!question) throw noQuestion(askId);
        if (question.answer) {
          if (isDeepStrictEqual(question.answer, answer)) return undefined;
          throw new TandemError(
            'conflict',
            `Question "${askId}" was already answered (${question.answer.action}).`,
          );
        }
        if (state.ending || question.withdrawn || this.#upkeep.isLate(question))
          throw new TandemError('ended', `Question "${askId}" is no longer open. ${againOf(record)}`);
        const given = await check(record, question);
        const { kind, name } = actor;
        const { id, key, seq } = question;
        return { op: 'answered', id, key, seq, answer: given, by: { kind, name } };
      });
      return this.#toCall(record, await this.#driver.state(record));
    });
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
        (call.status !== 'running' && !call.open.some((question) => question.askId === askId)),
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

  /** Questions of this user that wait, newest first. */
  async listOpen(actor: Actor): Promise<(OpenQuestion & { toolName: string })[]> {
    const records = await listRecords(this.#options.sessions, actor, 'open');
    const calls = await Promise.all(
      records.map(async (record) => this.#toCall(record, await this.#driver.state(record))),
    );
    return calls
      .flatMap(({ open, toolName }) => open.map((question) => ({ ...question, toolName })))
      .sort((a, b) => (a.askedAt < b.askedAt ? 1 : -1));
  }

  /** Listens to the notices of a tool that runs here. Returns a function that stops it. */
  onNotice(sessionId: string, listener: (notice: Notice) => void): () => void {
    return this.#changes.onNotice(sessionId, listener);
  }

  /** Listens to changes that this process makes to calls of a user. Returns a function that stops it. */
  onChange({ userId }: Actor, listener: () => void): () => void {
    return this.#changes.onChangeOfUser(userId, listener);
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
      data: { call },
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

function noQuestion(askId: string): TandemError {
  return new TandemError('not_found', `Question "${askId}" not found.`);
}

function againOf(record: SessionRecord): string {
  return `Call ${record.name} again.`;
}
