import type { Asking, AskingCall, AskRound } from '../../area/asking.ts';
import type { Answer, Asked, Question } from '../../area/question.ts';
import { toFlatSchema } from '../../area/to-flat-schema.ts';
import { TandemError } from '../../errors.ts';
import { decodeJson, encodeJson } from '../../lib/json-codec.ts';
import { SessionQueue } from '../../session/session-queue.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import type { CallDriver } from './call-driver.ts';
import { toAskId } from './call-record.ts';
import type { CallState, QuestionState } from './call-state.ts';
import { AnswerError, checkAnswer } from './check-answer.ts';
import { findRecord } from './find-records.ts';
import { readAnswer } from './read-answer.ts';

/** What rounds need of the calls around them. */
export interface RoundServices {
  sessions: Sessions;
  driver: CallDriver;
  isLate(question: QuestionState): boolean;
  /** Make the record of a call in rounds; refused where the user has too many that wait. */
  create(actor: Actor, tool: string): Promise<SessionRecord>;
  /** Answer one question once; the answer that is kept, which may be somebody else's. */
  settle(actor: Actor, askId: string, answer: Answer): Promise<Answer>;
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
    if (sessionId === undefined) return this.#finish(await work());
    const { sessions } = this.#services;
    const record = await this.#find(sessionId);
    const lease = await sessions.lease(record, { signal });
    try {
      this.#record = record;
      const { ending } = await this.#state();
      if (ending?.op === 'completed') return decodeJson(ending.value) as T;
      return await this.#finish(await work());
    } finally {
      await lease.release();
    }
  }

  async #askAlone(key: string, question: Question): Promise<Asked> {
    const { client, tool, answers } = this.#call;
    const state = await this.#state();
    if (state.ending) throw ended(state.ending, tool);
    const known = state.questions.find((one) => one.key === key);
    if (known?.answer) return { answer: this.#parse(known.answer, key, question) };
    if (known && this.#services.isLate(known))
      throw new TandemError('ended', `The question "${key}" expired unanswered. Call ${tool} again.`);
    const given = known && readAnswer(answers[key]);
    if (given) return this.#take(known, given, question);
    if (!client.forms)
      throw new TandemError(
        'unsupported',
        `${tool} needs an answer from the person ("${question.message}"), and this client cannot show questions. Use a client with elicitation.`,
      );
    if (!known) await this.#open(key, question, state.questions.length + 1);
    return pending(key, question);
  }

  /** The client's answer, unless the person has answered on the page. */
  async #take({ key, seq }: QuestionState, given: Answer, question: Question): Promise<Asked> {
    try {
      const answer = checkAnswer(question.schema, given);
      const kept = await this.#services.settle(this.#call.principal, this.#askId(seq), answer);
      return { answer: this.#parse(kept, key, question) };
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      const message = `${question.message}\n(The last answer was not valid: ${error.message})`;
      return pending(key, { ...question, message });
    }
  }

  async #open(key: string, { message, schema }: Question, seq: number): Promise<void> {
    const { principal, tool } = this.#call;
    const json = { ...toFlatSchema(schema) };
    this.#record ??= await this.#services.create(principal, tool);
    const asked = { id: String(seq), key, seq, message, context: {}, schema: json, mcpCompatible: true };
    await this.#services.driver.note(this.#record, [{ op: 'asked', ...asked }]);
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

export function createAsking(services: RoundServices): Asking {
  return { beginRound: (call) => new CallRound(services, call) };
}

function ended(ending: NonNullable<CallState['ending']>, tool: string): TandemError {
  const why = ending.op === 'cancelled' ? ending.reason : 'The call is over.';
  return new TandemError('ended', `${why} Call ${tool} again.`);
}

function pending(key: string, question: Question): Asked {
  const params = {
    mode: 'form' as const,
    message: question.message,
    requestedSchema: toFlatSchema(question.schema),
  };
  return { pending: { inputRequired: { requests: { [key]: { method: 'elicitation/create', params } } } } };
}
