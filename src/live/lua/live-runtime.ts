import type { LiveMessage } from '../../protocol/live-messages.ts';
import type { VariableInfo } from '../../protocol/variable-info.ts';

export interface Push {
  connectionId: string;
  messages: LiveMessage[];
  /** Counts what was pushed to this page. */
  sequence?: number;
}

export interface Batch {
  userEvent: boolean;
  messages: LiveMessage[];
  /**
   * The last `sequence` that had reached the page when it sent this. With it, a value that crossed the page's own write
   * on the way is told again; without it the page would go on showing the older one.
   */
  seen?: number;
}

/** What came of a batch: what each page must be told, and what app code pushed for the agent. */
export interface BatchOutcome {
  pushes: Push[];
  /** Events of `mcp.pushState`, in order. */
  events: unknown[];
}

export interface LuaRunResult {
  /** The JSON of what the chunk returned, or `{"non-json": "…"}`. */
  json: string;
}

/** A failure in app code: the agent reads it, so it has everything that helps. */
export interface LuaFailure {
  message: string;
  /** `apps/contacts/app.lua:12`, where known. */
  where?: string;
  traceback?: string;
}

/**
 * The Lua side of one live session: a VM in a worker of its own, with all state and logic. Calls run one at a time in
 * arrival order; each answers after change detection, with only what changed. A call that runs too long or takes too
 * much memory fails, and at worst the worker is replaced: then its files are loaded again and `onRestart` says why.
 */
export interface LiveRuntime {
  /** Load the prelude, `main.lua`, `lua/main.lua` and `lua/mcp.lua` where present, and every `apps/<app>/init.lua`. */
  start(): Promise<BatchOutcome & { failures: LuaFailure[] }>;
  /** A page has come; it has an id space of its own and sees variable 1. */
  connect(connectionId: string): Promise<BatchOutcome>;
  disconnect(connectionId: string): Promise<BatchOutcome>;
  receive(connectionId: string, batch: Batch): Promise<BatchOutcome>;
  /** Run a chunk of Lua; failures of the chunk are answered, not thrown. */
  run(code: string): Promise<BatchOutcome & ({ result: LuaRunResult } | { failure: LuaFailure })>;
  /** Show an app: `mcp.value` becomes its object. */
  display(app: string): Promise<BatchOutcome & { failure?: LuaFailure }>;
  /** A Lua file has changed: re-run it if it was loaded. The old code goes on where the new one is broken. */
  reload(path: string): Promise<BatchOutcome & { reloaded: boolean; failure?: LuaFailure }>;
  /** Views of this type have changed: tell pages that show one to render again. */
  refreshType(type: string): Promise<BatchOutcome>;
  /** What `mcp.pollingEvents()` and `mcp.waitTime()` answer from now on. */
  inform(facts: HostFacts): Promise<BatchOutcome>;
  /** Do nothing, and push what changed. */
  touch(): Promise<BatchOutcome>;
  /** The JSON of `mcp.value`, or null. */
  state(): Promise<unknown>;
  variables(): Promise<VariableInfo[]>;
  close(): Promise<void>;
}

/** What app code may ask about the agent's side. */
export interface HostFacts {
  /** Whether an agent is waiting for events just now. */
  pollingEvents?: boolean;
  /** Seconds since an agent last waited. */
  waitTime?: number;
}

/** What `mcp:status()` returns: where the server is. */
export interface LiveStatus {
  base_dir: string;
  url: string;
  mcp_port: number;
  version: string;
}

export interface LiveRuntimeOptions {
  /** The folder with apps/, lua/, viewdefs/ … */
  baseDir: string;
  sessionId: string;
  permissions: Permissions;
  /** Files and folders that other parts of the server run: never for app code, unless it may use all files. */
  offLimits?: readonly string[];
  status?: LiveStatus;
  /** Longest time for one call, and most memory of the VM. */
  limits: { callMs: number; memoryBytes: number };
  /** `print`, io.stdout and io.stderr of app code. */
  log(stream: 'stdout' | 'stderr', text: string): void;
  /** Pushes and events that no call asked for: timers. */
  onOutcome(outcome: BatchOutcome): void;
  /** The worker was replaced. */
  onRestart(reason: string): void;
}

/** What app code may reach of the host. */
export interface Permissions {
  files: 'none' | 'base_dir' | 'full';
  commands: 'none' | 'all' | string[];
  /** `host` (the usual port of http or https) or `host:port`. */
  network: 'none' | string[];
}
