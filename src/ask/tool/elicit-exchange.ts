import type { Message } from './message.ts';

/** A question and its answer as messages, for a later `ctx.sample({ messages })`. */
export interface ElicitExchange<Context> {
  /** What the question showed. */
  context: Context;
  request: Message;
  response: Message;
  messages: [Message, Message];
  /** The same with arguments made from the context: otherwise the model does not see what the question showed. */
  withArguments(toArguments: (context: Context) => Record<string, unknown>): {
    request: Message;
    response: Message;
    messages: [Message, Message];
  };
}

/** What `ctx.elicit` returns: the answer with its exchange, or that the person declined or cancelled. */
export type ElicitResult<Context, Response> =
  | { action: 'accept'; content: Response; exchange: ElicitExchange<Context> }
  | { action: 'decline' }
  | { action: 'cancel' };

/** The answer to a question as handlers and clients return it, without the exchange. */
export type RawElicitResult<Response> =
  | { action: 'accept'; content: Response }
  | { action: 'decline' }
  | { action: 'cancel' };

export function toElicitExchange<Context>(question: {
  callId: string;
  seq: number;
  key: string;
  message: string;
  context: Context;
  content: unknown;
}): ElicitExchange<Context> {
  const { callId, seq, key, message, context, content } = question;
  const id = `elicit_${callId}_${seq}`;
  const pair = (input: Record<string, unknown>) => {
    const request: Message = {
      role: 'assistant',
      content: [
        { type: 'text', text: message },
        { type: 'tool_use', id, name: key, input },
      ],
    };
    const response: Message = {
      role: 'user',
      content: [
        { type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: JSON.stringify(content) }] },
      ],
    };
    const messages: [Message, Message] = [request, response];
    return { request, response, messages };
  };
  const withArguments: ElicitExchange<Context>['withArguments'] = (toArguments) => pair(toArguments(context));
  // Not enumerable: a tool may return what it was answered, and results are plain data.
  return Object.defineProperty({ context, ...pair({}) } as ElicitExchange<Context>, 'withArguments', {
    value: withArguments,
  });
}
