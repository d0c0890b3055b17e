import type { ChatElicitation, ChatEvent, ChatToolCall } from '../../protocol/chat-stream.ts';

/** Translates our events to another protocol, one after another. */
export interface EventWriter {
  write(event: ChatEvent): object[];
  /** What remains to be sent when the stream ends. */
  end(): object[];
}

type Request = Extract<ChatEvent, { type: 'plugin_elicit_request' }>;

/** A question with its current status and answer, as AI SDK and AG-UI front ends receive it. */
export type AskData = Omit<Request, 'type'> & Pick<ChatElicitation, 'status' | 'response'>;

/** The questions of a stream, including earlier ones. */
export class AskBook {
  readonly #asks = new Map<string, AskData>();

  constructor(known: readonly ChatToolCall[]) {
    for (const { elicitations } of known) for (const one of elicitations) this.#asks.set(one.elicitId, one);
  }

  ask({ type: _, ...request }: Request): AskData {
    const ask: AskData = { ...request, status: 'pending' };
    this.#asks.set(ask.elicitId, ask);
    return ask;
  }

  answer({ elicitId, result }: Extract<ChatEvent, { type: 'plugin_elicit_response' }>): AskData | undefined {
    const before = this.#asks.get(elicitId);
    if (!before) return undefined;
    const status = result?.action === 'accept' ? 'responded' : 'cancelled';
    const ask: AskData = { ...before, status, ...(result ? { response: result } : {}) };
    this.#asks.set(elicitId, ask);
    return ask;
  }

  /** The open ones. */
  open(): AskData[] {
    return [...this.#asks.values()].filter(({ status }) => status === 'pending');
  }
}
