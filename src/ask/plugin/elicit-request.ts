import type { ContextOf, Elicit, ElicitEntry } from '../tool/elicits.ts';
import { extractModelContext, stripModelContext } from './model-context.ts';

/** A question as its handler receives it. What it shows is in `context`, and on the request itself. */
export type ElicitRequest<E extends ElicitEntry = ElicitEntry> = Omit<
  ContextOf<E>,
  keyof RequestBase<E> | 'context'
> &
  RequestBase<E> & { readonly context: ContextOf<E> };

export interface RequestBase<E extends ElicitEntry = ElicitEntry> {
  readonly id: { toolName: string; key: string; callId: string; seq: number };
  readonly key: string;
  readonly toolName: string;
  readonly callId: string;
  readonly seq: number;
  /** Without the data encoded in it. */
  readonly message: string;
  /** `zod` if the tool itself was loaded; a page has only its description. */
  readonly schema: { zod?: Elicit['response']; json: Record<string, unknown> };
  readonly params?: unknown;
  /** Never set: only distinguishes `E` in types. */
  readonly _entry?: E;
}

/** A question as it arrives at the page or client that shows it. */
export interface WireElicitRequest {
  toolName: string;
  key: string;
  callId: string;
  seq: number;
  message: string;
  schema?: Record<string, unknown>;
  context?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
  params?: unknown;
}

export function toElicitRequest(wire: WireElicitRequest, elicit: Elicit | undefined): ElicitRequest {
  const { toolName, key, callId, seq, message, schema, params } = wire;
  const received = wire.context ?? extractModelContext({ message, schema, _meta: wire._meta });
  const parsed = elicit?.context?.safeParse(received);
  const context: Record<string, unknown> = parsed?.success ? parsed.data : received;
  const base: RequestBase = {
    id: { toolName, key, callId, seq },
    key,
    toolName,
    callId,
    seq,
    message: stripModelContext(message),
    schema: elicit ? { zod: elicit.response, json: elicit.json } : { json: schema ?? {} },
    ...(params === undefined ? {} : { params }),
  };
  // Our own keys win: a "message" in the context must not replace the question.
  return { ...context, ...base, context } as unknown as ElicitRequest;
}
