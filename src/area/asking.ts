import type { Principal } from '../auth/principal.ts';
import type { ClientAbilities } from './call-context.ts';
import type { Asked, Question } from './question.ts';

/** A tool call that may ask, at the start of one of its rounds. */
export interface AskingCall {
  principal: Principal;
  client: ClientAbilities;
  tool: string;
  /** As the client sent them: what the call is repeated with when its result is fetched later. */
  arguments: Record<string, unknown>;
  /** What the client brought back, by the key of the question. */
  answers: Record<string, unknown>;
  /** From `AskRound.sessionId` of the round before; undefined in the first round. */
  sessionId: string | undefined;
}

/** One round of a tool call: its handler runs until it returns a result or a question. */
export interface AskRound {
  /** `ctx.ask`. */
  ask(key: string, question: Question): Promise<Asked>;
  /** Where the call's questions are stored; undefined until it asks something. */
  readonly sessionId: string | undefined;
  /**
   * Run the handler: later rounds one at a time, in all processes together. Once the call is done, its result is
   * returned again instead of running the handler again: a client that lost the result may repeat its request.
   */
  run<T>(work: () => Promise<{ result: T; done: boolean }>, signal: AbortSignal): Promise<T>;
}

/** Where the questions of every area's tools are stored, listed and answered. */
export interface Asking {
  beginRound(call: AskingCall): AskRound;
}
