import type { AskPageState } from '../../protocol/ask-page-state.ts';

/** A question as components receive it, from the chat or from the page of one question. */
export type Ask = Pick<
  AskPageState,
  'askId' | 'toolName' | 'key' | 'message' | 'schema' | 'context' | 'status'
> & {
  answer?: AskAnswer | undefined;
  /** The call that asked, if known. */
  callId?: string | undefined;
};

export type AskAnswer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };

/** The server refused an answer; `fields` has the error of each invalid field. The question stays open. */
export class AnswerRefused extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'AnswerRefused';
    this.fields = fields;
  }
}

/** Sends an answer; rejects with `AnswerRefused` if it can be corrected. */
export type SendAnswer = (answer: AskAnswer) => Promise<void>;
