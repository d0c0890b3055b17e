import type { PinnedBuild } from '../app/find-build.ts';
import type { McpAppInput } from '../app/mcp-schema.ts';
import type { AppFacts, SessionRef } from '../app-runner.ts';

/** What a thread is started with. */
export interface ThreadOptions {
  dir: string;
  env: Record<string, string | undefined>;
  settings: McpAppInput;
  /** `mcp.limits.maxResponseMb`. */
  maxResponseMb?: number;
  /** The build that all threads of the pool run. */
  build?: PinnedBuild;
  /** Another thread of the pool has said what there is to remark on the app's packages. */
  isRepeat?: boolean;
}

/** And what both sides share from then on. */
export interface ThreadData extends ThreadOptions {
  /** A number that grows with every step of honest work, also while no message can be answered. */
  steps: Int32Array;
}

export type Operation = 'navigate' | 'act' | 'view' | 'state' | 'pages';

/** Of a session, or of a user alone; a session's data is left out where the thread should have it in memory. */
export interface ThreadCall {
  op: Operation;
  ref?: Omit<SessionRef, 'data'> & { data?: Record<string, unknown> };
  args: unknown[];
}

/** Whose a call is: nobody's yet, the thread's, or taken back. Shared, so that both sides see one truth. */
export const CLAIM = { open: 0, begun: 1, withdrawn: 2 } as const;

export type ToThread =
  | { kind: 'call'; id: number; claim: Int32Array; call: ThreadCall }
  | { kind: 'saved'; sessionId: string; rev: number }
  | { kind: 'drop'; sessionId: string }
  | { kind: 'ping' }
  | { kind: 'close' };

export type FromThread =
  | { kind: 'ready'; facts: AppFacts; build: PinnedBuild }
  | { kind: 'failed'; error: unknown }
  | { kind: 'result'; id: number; result: unknown }
  | { kind: 'error'; id: number; error: unknown }
  /** The session is not in memory after all; send its data. */
  | { kind: 'needs-data'; id: number }
  | { kind: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; message: string; detail?: unknown }
  | { kind: 'pong' };
