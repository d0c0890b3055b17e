/** A request of a page, as the stock client sends it: values that JSON does not have, such as dates, are in Lowdefy's own form. */
export interface LowdefyRequestCall {
  pageId: string;
  requestId: string;
  blockId?: string;
  payload?: unknown;
}

/** A call of an endpoint (`CallAPI`) by a page. */
export interface LowdefyEndpointCall {
  endpointId: string;
  pageId?: string;
  blockId?: string;
  payload?: unknown;
}

/** A message to one of the app's own agents, from Lowdefy 5 on. */
export interface LowdefyAgentCall {
  agentId: string;
  pageId: string;
  messages: unknown[];
  [key: string]: unknown;
}

/** For whom the program that embeds Tandem makes a request. */
export interface LowdefyCaller {
  /** The name of the app: that of its folder. */
  app: string;
  /** The profile of the session's user, as `signIn` returned it; null if there is none. */
  user: Record<string, unknown> | null;
  /** Aborted when nobody waits for the response any more. */
  signal: AbortSignal;
}

/**
 * The server of a Lowdefy app that embeds Tandem. With `build`, sessions run on the server's own build. With
 * `callRequest`, their requests run in the server's process, on its connections and with its secrets; the code of pages
 * still runs in processes of its own.
 *
 * Authorize these calls as you do those of a browser: `user` is verified, the rest comes from pages.
 */
export interface LowdefyHost {
  /** The finished build, relative to the app's folder: `.lowdefy/server/build`. Default: Tandem makes its own. */
  build?: string;
  /** Performs a request, as `callRequest` of `@lowdefy/api` does. */
  callRequest?(call: LowdefyRequestCall, caller: LowdefyCaller): Promise<{ response?: unknown }>;
  /** Runs an endpoint, as `callEndpoint` of `@lowdefy/api` does. Only with `callRequest`. */
  callEndpoint?(call: LowdefyEndpointCall, caller: LowdefyCaller): Promise<unknown>;
  /** Lets an agent of the app reply, as `callAgent` of `@lowdefy/api` does. Only with `callRequest`. */
  callAgent?(call: LowdefyAgentCall, caller: LowdefyCaller): Promise<{ response: Response }>;
}
