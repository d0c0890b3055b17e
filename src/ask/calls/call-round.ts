import type { AskingCall, AskRound } from '../../area/asking.ts';
import type { Answer, Asked, Question } from '../../area/question.ts';
import { toFlatSchema } from '../../area/to-flat-schema.ts';
import { TandemError } from '../../errors.ts';
import { decodeJson, encodeJson } from '../../lib/json-codec.ts';
import { SessionQueue } from '../../session/session-queue.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { isGrantee } from '../../session/session-share.ts';
import type { Lease } from '../../session/session-store.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import { checkGrantee } from '../tool/check-grantee.ts';
import type { CallDriver } from './call-driver.ts';
import { toAskId } from './call-record.ts';
import { type CallState, isOpen, type QuestionState } from './call-state.ts';
import { AnswerError, checkAnswer } from './check-answer.ts';
import { findRecord } from './find-records.ts';
import { readAnswer } from './read-answer.ts';
import { askedName } from './standing.ts';

/** What rounds need of the calls around them. */
export interface RoundServices {
  sessions: Sessions;
  driver: CallDriver;
  isLate(question: QuestionState): boolean;
  /** Creates the record of a call in rounds; refused if too many calls of the user are waiting. */
  create(actor: Actor, call: Pick<AskingCall, 'tool' | 'arguments' | 'client'>): Promise<SessionRecord>;
  /** The record of the same call, if one was handed out as waiting. */
  findSame(
    actor: Actor,
    call: Pick<AskingCall, 'tool' | 'arguments' | 'client'>,
  ): Promise<SessionRecord | undefined>;
  /** Where the person answers a question. */
  link(askId: string): Promise<string>;
  /** Answers one question once; the stored answer may be somebody else's. */
  settle(actor: Actor, askId: string, answer: Answer): Promise<Answer>;
  /** Resolves when somebody has answered it. */
  answered(actor: Actor, askId: string, signal: AbortSignal): Promise<unknown>;
}

/**
 * A round of a tool whose handler asks with `ctx.ask`. Its call is kept like that of an asking tool: questions and
 * answers in the journal, answered on the same page. The handler itself is called again for each round, by its client.
 */
class CallRound implements AskRound {
  readonly #services: RoundServices;
  readonly #call: AskingCall;
  /** A handler may ask two questions at once; they are opened one after the other. */
  readonly #asking = new SessionQueue();
  #record: SessionRecord | undefined;
  #lease: Lease | undefined;
  #signal: AbortSignal | undefined;

  constructor(services: RoundServices, call: AskingCall) {
    this.#services = services;
    this.#call = call;
  }

  get sessionId(): string | undefined {
    return this.#record?.sessionId;
  }

  ask = (key: string, question: Question): Promise<Asked> =>
    this.#asking.run('', () => this.#askAlone(key, question));

  async run<T>(work: () => Promise<{ result: T; done: boolean }>, signal: AbortSignal): Promise<T> {
    const { sessionId } = this.#call;
    this.#signal = signal;
    try {
      if (sessionId !== undefined) {
        await this.#hold(await this.#find(sessionId));
        const { ending } = await this.#state();
        if (ending?.op === 'completed') return decodeJson(ending.value) as T;
      }
      return await this.#finish(await work());
    } finally {
      await this.#lease?.release();
    }
  }

  async #hold(record: SessionRecord): Promise<void> {
    const signal = this.#signal;
    this.#lease = await this.#services.sessions.lease(record, signal ? { signal } : {});
    this.#record = record;
  }

  async #askAlone(key: string, question: Question): Promise<Asked> {
    const { tool, answers, principal } = this.#call;
    // A client with forms is asked in the call it makes; another one gets the call that waits for the person already.
    const same =
      this.#record || isAskedInClient(this.#call, question)
        ? undefined
        : await this.#services.findSame(principal, this.#call);
    if (same) await this.#hold(same);
    const state = await this.#state();
    if (state.ending) throw ended(state.ending, tool);
    const known = state.questions.find((one) => one.key === key);
    if (known?.answer) return this.#answered(known, question);
    if (known && this.#services.isLate(known))
      throw new TandemError('ended', `The question "${key}" expired unanswered. Call ${tool} again.`);
    const isInClient = isAskedInClient(this.#call, question);
    const given = known && isInClient ? readAnswer(answers[key]) : undefined;
    if (known && given) return this.#take(known, given, question);
    const seq = known?.seq ?? state.questions.length + 1;
    if (!known) await this.#open(key, question, seq);
    return isInClient ? pending(key, question, this.#untilSettled(seq)) : this.#waiting(seq, question);
  }

  /** For a client that shows no forms: the person answers on the page, and `ask_result` continues. */
  async #waiting(seq: number, { message, to }: Question): Promise<Asked> {
    const askId = this.#askId(seq);
    const url = await this.#services.link(askId);
    const waitsFor = to ? { waitsFor: askedName(to) } : {};
    const waiting = { status: 'waiting' as const, askId, url, message, ...waitsFor };
    return { pending: { inputRequired: { requests: {}, waiting } } };
  }

  /** The client's answer, unless the person has answered on the page. */
  async #take({ key, seq }: QuestionState, given: Answer, question: Question): Promise<Asked> {
    try {
      const answer = checkAnswer(question.schema, given);
      await this.#services.settle(this.#call.principal, this.#askId(seq), answer);
      const kept = (await this.#state()).questions.find((one) => one.seq === seq);
      return kept ? this.#answered(kept, question) : { answer };
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      const message = `${question.message}\n(The last answer was not valid: ${error.message})`;
      return pending(key, { ...question, message }, this.#untilSettled(seq));
    }
  }

  /** Resolves when the person has answered on the page. */
  #untilSettled(seq: number): (signal: AbortSignal) => Promise<unknown> {
    const askId = this.#askId(seq);
    return (signal) => this.#services.answered(this.#call.principal, askId, signal);
  }

  #answered({ key, answer, answeredBy }: QuestionState, question: Question): Asked {
    const parsed = this.#parse(answer as Answer, key, question);
    // In the client's form, it is the agent that brings the answer.
    const isPerson = answeredBy?.kind === 'person';
    return { answer: parsed, ...(isPerson && { by: answeredBy.name }) };
  }

  async #open(key: string, { message, schema, to, approval }: Question, seq: number): Promise<void> {
    const addressed = to ? { to: checkGrantee(to, `${this.#call.tool}, question "${key}"`) } : {};
    const json = { ...toFlatSchema(schema) };
    this.#record ??= await this.#services.create(this.#call.principal, this.#call);
    const stale = approval ? (await this.#state()).questions.filter(isOpen) : [];
    const withdrawn = stale.map(({ id, seq: before }) => ({ op: 'withdrawn' as const, id, seq: before }));
    const context = approval ? { approval: approval.shown } : {};
    const asked = { id: String(seq), key, seq, message, context, schema: json, mcpCompatible: true };
    await this.#services.driver.note(this.#record, [...withdrawn, { op: 'asked', ...asked, ...addressed }]);
  }

  async #finish<T>({ result, done }: { result: T; done: boolean }): Promise<T> {
    if (done && this.#record)
      await this.#services.driver.end(this.#record, { op: 'completed', value: encodeJson(result) });
    return result;
  }

  async #find(sessionId: string): Promise<SessionRecord> {
    const { principal, tool } = this.#call;
    const record = await findRecord(this.#services.sessions, principal, sessionId);
    if (record) return record;
    throw new TandemError('not_found', `This call is not kept any longer. Call ${tool} again.`);
  }

  async #state(): Promise<Pick<CallState, 'questions' | 'ending'>> {
    return this.#record ? this.#services.driver.state(this.#record) : { questions: [] };
  }

  #askId(seq: number): string {
    return toAskId(this.#record?.sessionId ?? '', seq);
  }

  /** The page checks answers against the JSON schema only; the handler's own schema may require and convert more. */
  #parse(answer: Answer, key: string, { schema }: Question): Answer {
    if (answer.action !== 'accept') return answer;
    const parsed = schema.safeParse(answer.content);
    if (parsed.success) return { action: 'accept', content: parsed.data };
    const why = new AnswerError(parsed.error).message;
    throw new TandemError(
      'invalid_input',
      `The answer to "${key}" is not valid: ${why}. Call ${this.#call.tool} again to ask again.`,
    );
  }
}

/** Whether what is answered in the client counts: its user is who is asked, and the question may be answered there. */
function isAskedInClient({ client, principal }: AskingCall, { to, approval }: Question): boolean {
  return client.forms && (to === undefined || isGrantee(principal, to)) && (!approval || approval.inClient);
}

export function beginRound(services: RoundServices, call: AskingCall): AskRound {
  return new CallRound(services, call);
}

function ended(ending: NonNullable<CallState['ending']>, tool: string): TandemError {
  const why = ending.op === 'cancelled' ? ending.reason : 'The call is over.';
  return new TandemError('ended', `${why} Call ${tool} again.`);
}

function pending(key: string, question: Question, settled: (signal: AbortSignal) => Promise<unknown>): Asked {
  const params = {
    mode: 'form' as const,
    message: question.message,
    requestedSchema: toFlatSchema(question.schema),
  };
  const requests = { [key]: { method: 'elicitation/create' as const, params } };
  return { pending: { inputRequired: { requests, settled } } };
}
