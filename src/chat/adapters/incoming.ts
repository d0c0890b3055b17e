import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import { type ChatRequest, chatRequestSchema, type WireElicitResult } from '../../protocol/chat-stream.ts';

/** An answer to a question; its call is known from the question. */
export interface IncomingAnswer {
  elicitId: string;
  result: WireElicitResult;
  callId?: string;
}

/** A request to the chat, in whichever format it arrived. */
export interface Incoming extends Omit<ChatRequest, 'pluginElicitResponses'> {
  answers: IncomingAnswer[];
  /** The front end's id of the conversation, if it has one. The first request with an id starts a conversation. */
  thread?: string | undefined;
  /** AG-UI's id of this run. */
  runId?: string | undefined;
}

/** A request in our own format. */
export function fromChatRequest(body: unknown): Incoming {
  const { pluginElicitResponses: answers = [], ...request } = parseBody(chatRequestSchema, body);
  return { ...request, answers };
}

export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new TandemError('invalid_input', z.prettifyError(parsed.error).replaceAll('\n', ' '));
}
