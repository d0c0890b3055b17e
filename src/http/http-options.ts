import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Area } from '../area/area.ts';
import type { UserProfile } from '../auth/auth-config.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { PageAccess } from '../auth/page-access.ts';
import type { Principal } from '../auth/principal.ts';
import type { Logger } from '../lib/logger.ts';
import type { OpenWork } from '../lib/open-work.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import type { Sessions } from '../session/sessions.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Exchange } from './exchange.ts';
import type { GuessLimit } from './guess-limit.ts';
import type { OpenLimit } from './open-limit.ts';
import type { RequestLimit } from './request-limit.ts';

/** MCP behind the door: every call comes with a principal already known. */
export interface McpEndpoint {
  /** `/mcp`. The body is already parsed; undefined if there is none. */
  fetch(request: Request, principal: Principal, body: unknown): Promise<Response>;
  /** Whether a request opens a stream that stays open, instead of being answered. */
  isStream(body: unknown): boolean;
  /** `/sse`: writes the Node response itself, and tells the client where to send messages. */
  openSse(response: ServerResponse, principal: Principal, messagePath: string): Promise<void>;
  /** `/message`: writes the response itself; false if this caller does not have that stream. */
  postSse(
    id: string,
    message: { request: IncomingMessage; response: ServerResponse; body: unknown },
    principal: Principal,
  ): Promise<boolean>;
}

/** What the HTTP side is made of, whoever's server it is part of. */
export interface HttpOptions {
  version: string;
  dir: string;
  areas: readonly Area[];
  sessions: Sessions;
  /** Requests that must be answered before the program ends. */
  work: OpenWork;
  /** For callers who are not at this machine. */
  places: PlaceFilter;
  mcp: McpEndpoint;
  pageAccess: PageAccess;
  corsOrigins: readonly string[];
  maxBodyBytes: number;
  /** The built browser files. */
  webRoot: string;
  log: Logger;
}

/** How our own listeners are reached, and by whom. */
export interface OwnOptions {
  authenticator: Authenticator;
  /** The configured profile of the local user. */
  user: UserProfile | undefined;
  /** Bound to loopback only; then only loopback names are good in Host. */
  loopback: boolean;
  /** Other names this server is reached by, where it is not bound to loopback. */
  hosts: readonly string[];
  /** False where a proxy does not pass WebSockets on. */
  webSockets: boolean;
}

/** The ports as bound; equal when one listener serves both. */
export interface Ports {
  ui: number;
  mcp: number;
}

/** What is counted in common by all doors. */
export interface DoorLimits {
  request: RequestLimit;
  guess: GuessLimit;
  body: BodyBudget;
  /** Requests that are not answered yet, streams that are open. */
  open: OpenLimit;
  socket: OpenLimit;
}

/** A request before its door. */
export interface Arrival extends Exchange {
  /** What it asks for: its path without the one we are mounted at, below an origin that is known to be ours. */
  url: URL;
}
