import type { McpAppInput } from '../app/mcp-schema.ts';
import type { PageGround } from '../app/page-ground.ts';
import type { PinnedBuild } from '../build/find-build.ts';
import type { AppFacts, SessionRef } from '../runner/app-runner.ts';
import type { PackedResult } from './sent-views.ts';

/** An app, and how it is served. */
export interface AppOptions {
  dir: string;
  env: Record<string, string | undefined>;
  settings: McpAppInput;
  /** `mcp.limits.maxResponseMb`. */
  maxResponseMb?: number;
  /** The finished build to run, relative to the app's folder, instead of building the configuration. */
  finished?: string | undefined;
  /** The program that embeds us has the secrets and makes the requests. */
  hasHost?: boolean;
  /** Also look for mistakes in the configuration. */
  check?: boolean;
  /** The roles that users of this server have; undefined if that is not known. */
  roles?: readonly string[] | undefined;
}

/** What the page process starts with: nothing of the server's environment, no secrets. */
export interface PageStart {
  facts: AppFacts;
  ground: PageGround;
  /** Another engine of the pool has reported the remarks about the app's packages. */
  isRepeat: boolean;
}

/** What the request process starts with. */
export interface RequestStart extends AppOptions {
  /** The build that all processes of the pool run. */
  build: PinnedBuild;
  isRepeat: boolean;
}

export interface Built {
  facts: AppFacts;
  build: PinnedBuild;
  ground: PageGround;
}

export type PageOperation =
  | 'navigate'
  | 'act'
  | 'propose'
  | 'calls'
  | 'replica'
  | 'view'
  | 'state'
  | 'output'
  | 'pages';

/** For a session, or for a user alone; a session's data is omitted if the process has it in memory. */
export interface PageCall {
  op: PageOperation;
  ref?: Omit<SessionRef, 'data'> & { data?: Record<string, unknown> };
  args: unknown[];
  /** The number of the last view of the session that was received: the next one may refer to it. */
  knownView?: number;
}

/** What pages request over HTTP in the stock client. */
export type ApiMethod = 'callRequest' | 'callEndpoint' | 'callAgent';

/** A request of a page; the call is JSON text, as over HTTP. */
export interface ApiCall {
  kind: 'ask';
  id: number;
  question: ApiMethod;
  user: Record<string, unknown> | null;
  call: string;
}

/** The response: a value as JSON text, or chunks of a stream and its end. */
export type ProcessReply =
  | { kind: 'answer'; id: number; text: string }
  | { kind: 'begin'; id: number }
  | { kind: 'piece'; id: number; text: string }
  | { kind: 'end'; id: number }
  | { kind: 'refusal'; id: number; error: unknown };

/** The file descriptor for messages in every process; the three before it are Node's. */
export const CHANNEL_FD = 3;

/** Every process can be pinged, and told to exit. */
export type ProcessControl = { kind: 'start'; start: unknown } | { kind: 'ping' } | { kind: 'close' };

/**
 * A call is offered first, sent when the process accepts it, and has begun when the process says so. Until it is
 * accepted, the server may withdraw it and make it elsewhere; until it has begun, nothing of it was done.
 */
export type ToPage =
  | { kind: 'offer'; id: number; ref?: PageCall['ref'] }
  | { kind: 'call'; id: number; call: PageCall }
  | { kind: 'withdrawn'; id: number }
  | { kind: 'saved'; sessionId: string; rev: number }
  | { kind: 'drop'; sessionId: string }
  | ProcessReply;

export type FromPage =
  /** `needsData`: the session is not in memory. */
  | { kind: 'take'; id: number; needsData: boolean }
  | { kind: 'begun'; id: number }
  | ({ kind: 'result'; id: number } & PackedResult)
  | { kind: 'error'; id: number; error: unknown }
  | ApiCall;

/** What every process reports. */
export type Report =
  | { kind: 'ready'; built?: Built }
  | { kind: 'failed'; error: unknown }
  | { kind: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; message: string; detail?: unknown }
  | { kind: 'pong' }
  /** A step of progress, sent even while the process cannot respond to messages. */
  | { kind: 'step' };
