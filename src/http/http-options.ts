import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Area } from '../area/area.ts';
import type { UserProfile } from '../auth/auth-config.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { OidcSignIn } from '../auth/oidc-sign-in.ts';
import type { PageAccess } from '../auth/page-access.ts';
import type { PassedOn } from '../auth/passed-on.ts';
import type { Principal } from '../auth/principal.ts';
import type { Logger } from '../lib/logger.ts';
import type { Monitor } from '../lib/monitor.ts';
import type { OpenWork } from '../lib/open-work.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import type { Instance } from '../session/instance-store.ts';
import type { Instances } from '../session/instances.ts';
import type { Sessions } from '../session/sessions.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Exchange } from './exchange.ts';
import type { GuessLimit } from './guess-limit.ts';
import type { OpenLimit } from './open-limit.ts';
import type { Operations } from './operations.ts';
import type { PublicAddress } from './public-address.ts';
import type { RequestLimit } from './request-limit.ts';

/** MCP behind the door: every call comes with a principal already known. */
export interface McpEndpoint {
  /** `/mcp`. The body is already parsed; undefined if there is none. */
  fetch(request: Request, principal: Principal, body: unknown): Promise<Response>;
  /** The instance that has the connection which a request names; undefined if it is to be served here. */
  connectionHome(request: Request, principal: Principal): Promise<Instance | undefined>;
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
  /** How the command line is started: a program and its first arguments. */
  command: readonly string[];
  log: Logger;
  /** `mcp.admin.roles`: who administers the sessions of all users. */
  adminRoles: readonly string[];
  /** One line for every request. */
  accessLog: boolean;
  monitor: Monitor;
  /** Those that share the store, if it says so. */
  instances?: Instances | undefined;
}

/** How our own listeners are reached, and by whom. */
export interface OwnOptions {
  authenticator: Authenticator;
  /** The configured profile of the local user. */
  user: UserProfile | undefined;
  /** `mcp.signIn`: people sign in at a provider, and not with keys or tokens. */
  signIn: OidcSignIn | undefined;
  /** Bound to loopback only; then only loopback names are good in Host. */
  loopback: boolean;
  /** Other names this server is reached by, where it is not bound to loopback. */
  hosts: readonly string[];
  /** False where a proxy does not pass WebSockets on. */
  webSockets: boolean;
  /** `http.publicUrl` and `http.viewsUrl`. Undefined: people and agents are on this machine, or use `hosts`. */
  publicAddress: PublicAddress | undefined;
  /** `http.trustProxy`: whose `X-Forwarded-*` are believed. */
  trustProxy: readonly string[];
  operations: Operations;
  /** Signs and reads what instances say of requests that they pass on; absent where there is one instance only. */
  passedOn?: PassedOn | undefined;
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
