import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostUser } from '../auth/host-user.ts';

/** Who is asked for, and Node's own request where there is one (`req.user` of Express, say). */
export interface Caller {
  /** `agent`: a call to the MCP endpoint. `person`: a page, a request of a page, a WebSocket. */
  kind: 'agent' | 'person';
  req?: IncomingMessage;
}

/**
 * Your own sign-in. Return who sent the request; undefined if nobody is signed in; or a response, such as a redirect to
 * your sign-in page. Do not read the body.
 */
export type SignIn = (
  request: Request,
  caller: Caller,
) => HostUser | Response | undefined | Promise<HostUser | Response | undefined>;

/** How Tandem is part of your server. */
export interface MountOptions {
  /**
   * Where people and agents reach it from outside, path included: `https://app.example.com/tandem`. Links that tools
   * return start with it, and pages accept requests from its origin only.
   */
  url: string;
  /** Decides who a caller is; nothing is served to those it does not know. */
  signIn: SignIn;
  /**
   * Another origin, such as `https://views.example.com`, whose requests you pass to the same handler: views that agents
   * write are shown there. Without it there are none.
   */
  viewsOrigin?: string;
  /** False where your server cannot upgrade requests; pages then use server-sent events. Default: true. */
  webSockets?: boolean;
}

/** Tandem as part of your server. All three take the request as it came, path included. */
export interface Mounted {
  /** For servers of web requests: Hono, Next.js route handlers, Bun, Deno. */
  fetch(request: Request): Promise<Response>;
  /** For `node:http`, Express (`app.use('/tandem', mounted.node)`) and others on Node's own requests. */
  node(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** For `server.on('upgrade', …)`. Returns false, and does nothing, where the WebSocket is not for Tandem. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}
