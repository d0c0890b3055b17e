import type { AskPage } from '../../protocol/ask-page.ts';

/** A question as components get it: what the wire of the chat and the page of one question have in common. */
export type Ask = Pick<
  AskPage,
  'askId' | 'toolName' | 'key' | 'message' | 'schema' | 'context' | 'status'
> & {
  answer?: AskAnswer | undefined;
  /** The call that asked, where it is known. */
  callId?: string | undefined;
};

export type AskAnswer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };

/** The server did not take an answer; `fields` says which of them do not fit. The question stays open. */
export class AnswerRefused extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'AnswerRefused';
    this.fields = fields;
  }
}

/** Sends an answer; rejects with `AnswerRefused` where it can be corrected. */
export type SendAnswer = (answer: AskAnswer) => Promise<void>;
