import { AsyncLocalStorage } from 'node:async_hooks';

/** The HTTP request that work is done for, wherever the work is. */
export interface RequestContext {
  /** In the response, in errors and in every line of the log. */
  id: string;
  /** Known once the caller is. */
  userId?: string;
  /** Ask another instance over MCP in the caller's name. Absent where there is none, or it has asked us. */
  askInstance?(to: { id: string; url: string }, asked: AskedElsewhere): Promise<Response>;
}

export interface AskedElsewhere {
  /** Names and values by turns, besides those of the caller. */
  rawHeaders: readonly string[];
  body: string;
  signal: AbortSignal;
}

const current = new AsyncLocalStorage<RequestContext>();

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return current.run(context, work);
}

/** For work that outlives the request that happens to begin it. */
export function outsideRequest<T>(work: () => T): T {
  return current.exit(work);
}

/** Undefined outside of HTTP requests. */
export function currentRequest(): RequestContext | undefined {
  return current.getStore();
}
