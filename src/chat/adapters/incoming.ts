import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import { type ChatRequest, chatRequestSchema, type WireElicitResult } from '../../protocol/chat-stream.ts';

/** An answer to a question; which call has put it is known from the question. */
export interface IncomingAnswer {
  elicitId: string;
  result: WireElicitResult;
  callId?: string;
}

/** A request to the chat, in whichever words it came. */
export interface Incoming extends Omit<ChatRequest, 'pluginElicitResponses'> {
  answers: IncomingAnswer[];
  /** What the front end calls the conversation, where it makes the name. The first request of a name begins one. */
  thread?: string | undefined;
  /** What AG-UI calls this run. */
  runId?: string | undefined;
}

/** A request in our own words. */
export function fromChatRequest(body: unknown): Incoming {
  const { pluginElicitResponses: answers = [], ...request } = parseBody(chatRequestSchema, body);
  return { ...request, answers };
}

export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new TandemError('invalid_input', z.prettifyError(parsed.error).replaceAll('\n', ' '));
}
