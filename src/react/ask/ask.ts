import type { AskPageState } from '../../protocol/ask-page-state.ts';

/** A question as components receive it, from a chat (see `toAsk`) or from the page of one question. */
export type Ask = Pick<
  AskPageState,
  'askId' | 'toolName' | 'key' | 'message' | 'schema' | 'context' | 'status'
> & {
  answer?: AskAnswer | undefined;
  /** Whom it waits for, if the reader may not answer it. */
  waitsFor?: string | undefined;
  /** Who answered it, if it was somebody else. */
  answeredBy?: string | undefined;
  /** The call that asked, if known. */
  callId?: string | undefined;
};

/** The person's answer to a question: accepted with content, declined, or cancelled. */
export type AskAnswer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };

/**
 * The server refused an answer. `fields` has the error of each invalid field. The question stays open.
 *
 * @example
 * ```ts
 * import { AnswerRefused, type AskAnswer, type SendAnswer } from 'tandem-mcp/react';
 *
 * export async function trySend(send: SendAnswer, answer: AskAnswer) {
 *   try {
 *     await send(answer);
 *   } catch (error) {
 *     if (error instanceof AnswerRefused) return error.fields;
 *     throw error;
 *   }
 * }
 * ```
 */
export class AnswerRefused extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'AnswerRefused';
    this.fields = fields;
  }
}

/** Sends an answer. Rejects with `AnswerRefused` if the person can correct it. */
export type SendAnswer = (answer: AskAnswer) => Promise<void>;
