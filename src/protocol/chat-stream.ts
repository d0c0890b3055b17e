import { z } from 'zod';

/*
 * The wire of a chat. All paths are under one base, `/api/chat` in our own server (there, whatever changes something
 * needs the page's token in `x-tandem-token`).
 *
 *   POST   <base>                                 a turn, answers, aborts, or only a conversationId: continue,
 *                                                 retry after an error. Returns the stream of what follows.
 *   GET    <base>                                 chatIndexSchema: the model, the tools, the conversations
 *   GET    <base>/:conversationId                 chatHistorySchema: everything so far, and the number it reaches
 *   GET    <base>/:conversationId/stream?after=N  the stream after any number, for any number of readers. Ends when
 *                                                 the conversation pauses; with `&follow=1` it stays open.
 *                                                 Without `after`: from the beginning. The header X-Last-LSN works too.
 *   POST   <base>/:conversationId/asks/:elicitId  elicitResultSchema: answer one question, without a stream.
 *                                                 200 ChatAnswered; 422 { error, fields } when it is not valid
 *                                                 (the question stays open); 409 already answered differently; 410 ended
 *   POST   <base>/:conversationId/abort           chatAbortSchema: abort one call, or without sessionId everything.
 *                                                 200 ChatAnswered
 *   DELETE <base>/:conversationId                 close it; 204
 *
 * Errors before a stream begins are JSON: chatErrorSchema. 409 `busy`: the model is still answering; wait or abort.
 * 409 `conflict` for a new turn: a question is open; answer it, or send pluginAbort along with the turn.
 *
 * The stream is application/x-ndjson: one chatLineSchema per line; empty lines are keep-alives. Numbers (`lsn`) grow over
 * the whole life of a conversation, through restarts; they may skip. The first line of every response is `session_info`
 * with the number that was read from. Apply every other line whose number is greater than the last one you applied.
 *
 * With `?format=ui-message-stream` or `?format=ag-ui`, POST <base> and GET …/stream tell the same as server-sent events in the
 * words of the AI SDK's front ends or of AG-UI, and POST understands what these send. Their names for a chat or a thread are
 * kept, and stand for the conversationId in every path.
 *
 * A run is what one POST starts: model and tool rounds until it pauses. It ends with exactly one of
 * `complete`, `conversation_state` (people are asked), `error` or `aborted`, and the stream ends after it. It does not
 * depend on its reader: after a lost connection, resume with GET …/stream?after=<last number>. A POST that changes
 * nothing, such as the same answer again, has a stream of `session_info` alone.
 *
 * The server stores the conversation. From `messages` it takes the user turns after the last message of another role,
 * except those whose `id` it already knows (so a repeated request repeats no turn); everything else is ignored.
 * A tool call is identified by its callId; `sessionId` on this wire is the callId. Several calls may be open at once, and
 * one call may have several questions, each with its own `elicitId`.
 */

const text = z.string();
const data = z.record(z.string(), z.unknown());

/** What a person says to a question. */
export const elicitResultSchema = z.union([
  z.strictObject({ action: z.literal('accept'), content: data }),
  z.strictObject({ action: z.enum(['decline', 'cancel']) }),
]);

/** An answer to a question of a call in the conversation. */
export const pluginElicitResponseSchema = z.strictObject({
  /** The callId again. */
  sessionId: text,
  callId: text,
  elicitId: text,
  result: elicitResultSchema,
});

/** End a call: its `finally` runs, and the model is told. */
export const pluginAbortSchema = z.strictObject({ sessionId: text, reason: text.max(500).optional() });

export const chatInputMessageSchema = z.object({
  /** Made by the client, so that a request sent twice is one turn. */
  id: text.max(200).optional(),
  role: text,
  content: z.union([text, z.array(z.object({ type: text, text: text.optional() }))]),
});

/** The body of POST <base>. */
export const chatRequestSchema = z.strictObject({
  /** Made by the server, and told in `session_info`, when absent. */
  conversationId: text.optional(),
  messages: z.array(chatInputMessageSchema).optional(),
  /** Refused unless the server takes one from clients. */
  systemPrompt: text.optional(),
  /** Where either of the two is present, the model is offered only the tools that they name. */
  enabledTools: z.array(text).optional(),
  enabledPlugins: z.array(text).optional(),
  /** One of the server's models by name, where it has several. */
  model: text.optional(),
  provider: text.optional(),
  pluginElicitResponses: z.array(pluginElicitResponseSchema).optional(),
  pluginAbort: z.union([pluginAbortSchema, z.array(pluginAbortSchema)]).optional(),
});

export const chatAbortSchema = z.strictObject({
  /** The call to end; without it the run is stopped and every open call ended. */
  sessionId: text.optional(),
  reason: text.max(500).optional(),
});

export const chatModelSchema = z.object({
  name: text,
  /** No model at all, but a script: say so where it speaks. */
  scripted: z.boolean(),
});

/** How a conversation stands. */
export const chatStatusSchema = z.enum(['idle', 'running', 'awaiting_elicit', 'error']);

export const toolCallSchema = z.object({ callId: text, toolName: text, input: z.unknown() });

/** A question, clean: what it shows is in `context`, never in its message. */
const elicitRequestShape = {
  sessionId: text,
  callId: text,
  toolName: text,
  elicitId: text,
  /** Which of the tool's questions it is. */
  key: text,
  seq: z.number(),
  message: text,
  /** JSON schema of the answer's content. */
  schema: data,
  context: data,
};

export const chatEventSchema = z.discriminatedUnion('type', [
  /** First line of every response; not part of the history. */
  z.object({
    type: z.literal('session_info'),
    conversationId: text,
    status: chatStatusSchema,
    model: chatModelSchema,
  }),
  z.object({ type: z.literal('user_message'), messageId: text, text }),
  /** Pieces of the assistant's message of this round, to be appended. */
  z.object({ type: z.literal('text'), messageId: text, text }),
  z.object({ type: z.literal('thinking'), messageId: text, text }),
  /** What was streamed of this message is void: a provider failed or a server died in its middle. Remove it. */
  z.object({ type: z.literal('message_dropped'), messageId: text }),
  z.object({ type: z.literal('tool_calls'), messageId: text, calls: z.array(toolCallSchema) }),
  /** What a tool says while it works. */
  z.object({
    type: z.literal('plugin_session_status'),
    sessionId: text,
    callId: text,
    toolName: text,
    status: z.enum(['running', 'awaiting_elicit', 'awaiting_sample', 'completed', 'failed', 'aborted']),
    message: text.optional(),
    /** 0 to 1. */
    progress: z.number().optional(),
  }),
  z.object({ type: z.literal('plugin_elicit_request'), ...elicitRequestShape }),
  /** A question is not open any more: answered, here or elsewhere, or withdrawn (then without a result). */
  z.object({
    type: z.literal('plugin_elicit_response'),
    sessionId: text,
    callId: text,
    elicitId: text,
    result: elicitResultSchema.optional(),
  }),
  z.object({
    type: z.literal('tool_result'),
    callId: text,
    toolName: text,
    result: z.unknown(),
    /** What the model is told besides the result. */
    note: text.optional(),
  }),
  z.object({ type: z.literal('tool_error'), callId: text, toolName: text, error: text }),
  /** A call that cannot go on; a `tool_error` for the model follows. */
  z.object({
    type: z.literal('plugin_session_error'),
    sessionId: text,
    callId: text,
    error: z.enum(['SESSION_NOT_FOUND', 'SESSION_ABORTED', 'INTERNAL_ERROR']),
    message: text,
  }),
  /** The run ends here: these calls wait for people. */
  z.object({
    type: z.literal('conversation_state'),
    status: z.literal('awaiting_elicit'),
    waiting: z.array(z.object({ callId: text, elicitId: text })),
  }),
  z.object({
    type: z.literal('complete'),
    text,
    usage: z.object({ inputTokens: z.number().optional(), outputTokens: z.number().optional() }),
  }),
  /** Recoverable: POST <base> with nothing but the conversationId tries again. */
  z.object({ type: z.literal('error'), message: text, recoverable: z.boolean() }),
  z.object({ type: z.literal('aborted'), reason: text }),
]);

export const chatLineSchema = z.object({ lsn: z.int().min(0), event: chatEventSchema });

export const chatElicitationSchema = z.object({
  ...elicitRequestShape,
  status: z.enum(['pending', 'responded', 'cancelled']),
  response: elicitResultSchema.optional(),
});

export const chatToolCallSchema = toolCallSchema.extend({
  status: z.enum(['running', 'awaiting_elicit', 'completed', 'failed']),
  result: z.unknown().optional(),
  /** What the model is told besides the result. */
  note: text.optional(),
  error: text.optional(),
  elicitations: z.array(chatElicitationSchema),
  /** The last thing that the tool said of its work. */
  progress: z.object({ message: text.optional(), progress: z.number().optional() }).optional(),
});

/** A message as it is shown. */
export const chatMessageSchema = z.object({
  id: text,
  role: z.enum(['user', 'assistant']),
  text,
  thinking: text.optional(),
  toolCalls: z.array(chatToolCallSchema),
});

/** What all events so far come to: `applyChatEvent` in `chat-transcript.ts` makes it, on both sides. */
export const chatTranscriptSchema = z.object({
  status: chatStatusSchema,
  messages: z.array(chatMessageSchema),
  /** Why the last run ended, where it did so by an error or was stopped. */
  error: z.object({ message: text, recoverable: z.boolean() }).optional(),
});

export const chatHistorySchema = chatTranscriptSchema.extend({
  conversationId: text,
  title: text,
  model: chatModelSchema,
  /** Read on by GET …/stream?after=<lsn>. */
  lsn: z.number(),
});

export const chatIndexSchema = z.object({
  model: chatModelSchema,
  models: z.array(text),
  tools: z.array(z.object({ name: text, description: text })),
  /** Newest first. */
  /** `owner`: whose it is, where another user shares it. */
  conversations: z.array(
    z.object({
      conversationId: text,
      title: text,
      createdAt: text,
      updatedAt: text,
      owner: text.optional(),
    }),
  ),
});

/** Taken, and on disk. What follows is in the stream, behind `lsn`. */
export interface ChatAnswered {
  conversationId: string;
  lsn: number;
}

export const chatErrorSchema = z.object({
  error: text,
  code: text.optional(),
  /** What is wrong with an answer, by field. */
  fields: z.record(z.string(), text).optional(),
});

export type WireElicitResult = z.infer<typeof elicitResultSchema>;
export type ChatInputMessage = z.infer<typeof chatInputMessageSchema>;
export type ChatRequest = z.infer<typeof chatRequestSchema>;
export type ChatAbort = z.infer<typeof chatAbortSchema>;
export type ChatModel = z.infer<typeof chatModelSchema>;
export type ChatStatus = z.infer<typeof chatStatusSchema>;
export type ChatEvent = z.infer<typeof chatEventSchema>;
export type ChatLine = z.infer<typeof chatLineSchema>;
/** A question in a chat, with its status and its answer. */
export type ChatElicitation = z.infer<typeof chatElicitationSchema>;
/** A tool call in a message: its status, result and questions. */
export type ChatToolCall = z.infer<typeof chatToolCallSchema>;
/** A message as it is shown, with its tool calls. */
export type ChatMessage = z.infer<typeof chatMessageSchema>;
/** A conversation as it is shown: its messages, and what it is doing. */
export type ChatTranscript = z.infer<typeof chatTranscriptSchema>;
export type ChatHistory = z.infer<typeof chatHistorySchema>;
/** What the chat offers: its models, its tools, and the user's conversations. */
export type ChatIndex = z.infer<typeof chatIndexSchema>;
export type ChatError = z.infer<typeof chatErrorSchema>;
