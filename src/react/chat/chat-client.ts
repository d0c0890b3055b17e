import type { ChatAbort, ChatLine, ChatRequest, WireElicitResult } from '../../protocol/chat-stream.ts';
import { readChatError, readChatHistory, readChatIndex, readChatLine } from '../../protocol/read-chat.ts';
import { AnswerRefused } from '../ask/ask.ts';
import { UnreachableError } from '../ask/unreachable-error.ts';
import { readLines } from './read-lines.ts';

/** Options of `createChatClient`. */
export interface ChatClientOptions {
  /** Where the server's chat is. */
  base?: string;
  fetch?: typeof fetch;
  /** Headers for requests that change something, such as a page's own token. Called for each request. */
  headers?: () => Promise<Record<string, string>>;
}

/** A request that the server refused, with its HTTP status. */
export class ChatRequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ChatRequestError';
    this.status = status;
  }
}

/** The requests of a chat, one function each. */
export type ChatClient = ReturnType<typeof createChatClient>;

/**
 * A client for the chat that `createChatHandler` serves.
 *
 * @example
 * ```ts
 * import { createChatClient } from 'tandem-mcp/react';
 *
 * const client = createChatClient({
 *   base: '/api/chat',
 *   headers: async () => ({ 'X-My-Token': 'secret' }),
 * });
 * const { conversations } = await client.index();
 * ```
 */
export function createChatClient(options: ChatClientOptions = {}) {
  const { base = '/api/chat', headers = async () => ({}) } = options;
  const request = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  const at = (...parts: string[]) => [base, ...parts.map(encodeURIComponent)].join('/');

  async function get<T>(url: string, read: (body: unknown) => T, signal?: AbortSignal): Promise<T> {
    const response = await request(url, { signal: signal ?? null });
    if (!response.ok) throw await toError(response);
    return read(await response.json());
  }

  async function change(method: 'POST' | 'DELETE', url: string, body?: unknown): Promise<Response> {
    const send = async () =>
      request(url, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(await headers()),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const response = await send().catch((error: unknown) => {
      // Browsers word a lost connection each in their own way: "Failed to fetch", "Load failed". The headers may need one, too.
      throw error instanceof TypeError ? new UnreachableError() : error;
    });
    if (!response.ok) throw await toError(response);
    return response;
  }

  return {
    index: () => get(at(), readChatIndex),
    history: (conversationId: string, signal?: AbortSignal) =>
      get(at(conversationId), readChatHistory, signal),

    /** Start a run; returns its conversation. The results are in its stream. */
    async post(body: ChatRequest): Promise<string> {
      const response = await change('POST', at(), body);
      for await (const line of readLines(response)) {
        const event = readChatLine(line)?.event;
        // The work does not depend on this reader: the followed stream has the rest.
        if (event?.type === 'session_info') return event.conversationId;
      }
      throw new Error('The server’s response was cut off.');
    },

    /** Everything after a number, and everything new, until the connection or the reader ends. */
    async *follow(conversationId: string, after: number, signal: AbortSignal): AsyncGenerator<ChatLine> {
      const response = await request(`${at(conversationId, 'stream')}?after=${after}&follow=1`, { signal });
      if (!response.ok) throw await toError(response);
      for await (const line of readLines(response)) {
        const read = readChatLine(line);
        if (read) yield read;
      }
    },

    /** Resolves when the question is settled: the stream reports an answer that came too late, not an error. */
    async answer(conversationId: string, elicitId: string, result: WireElicitResult): Promise<void> {
      await change('POST', at(conversationId, 'asks', elicitId), result).catch((error: unknown) => {
        if (!(error instanceof ChatRequestError) || ![409, 410].includes(error.status)) throw error;
      });
    },

    /** Abort one call, or everything that is running. */
    async abort(conversationId: string, sessionId?: string): Promise<void> {
      const body: ChatAbort = sessionId === undefined ? {} : { sessionId };
      await change('POST', at(conversationId, 'abort'), body);
    },

    async close(conversationId: string): Promise<void> {
      await change('DELETE', at(conversationId));
    },
  };
}

async function toError(response: Response): Promise<Error> {
  const { error, fields } = readChatError(await response.json().catch(() => undefined));
  const message = error ?? `The server returned ${response.status}.`;
  return response.status === 422
    ? new AnswerRefused(message, fields)
    : new ChatRequestError(response.status, message);
}
