import type { LiveMessage } from '../../protocol/live-messages.ts';
import type { VariableInfo } from '../../protocol/variable-info.ts';

export interface Push {
  connectionId: string;
  messages: LiveMessage[];
  /** Counts the pushes to this page. */
  sequence?: number;
}

export interface Batch {
  userEvent: boolean;
  messages: LiveMessage[];
  /**
   * The last `sequence` that had reached the page when it sent this. It makes a value that crossed the page's own
   * write in transit be sent again; otherwise the page would keep showing the older one.
   */
  seen?: number;
}

/** The outcome of a batch: what each page must receive, and what app code pushed for the agent. */
export interface BatchOutcome {
  pushes: Push[];
  /** Events of `mcp.pushState`, in order. */
  events: unknown[];
  /** Failures of app code that no result tells: in what the person did, in timers, in subscriptions. */
  problems?: string[];
}

export interface LuaRunResult {
  /** The JSON of what the chunk returned, or `{"non-json": "…"}`. */
  json: string;
}

/** A failure in app code. Agents read it, so it contains everything that helps. */
export interface LuaFailure {
  message: string;
  /** `apps/contacts/app.lua:12`, where known. */
  where?: string;
  traceback?: string;
}

/**
 * The Lua side of one live session: a VM in its own worker, with all state and logic. Calls run one at a time in
 * order of arrival; each returns after change detection, with only what changed. A call that runs too long or uses
 * too much memory fails, and at worst the worker is replaced: then its files are loaded again and `onRestart` says
 * why.
 */
export interface LiveRuntime {
  /** Loads the prelude, `main.lua`, `lua/main.lua` and `lua/mcp.lua` if present, and every `apps/<app>/init.lua`. */
  start(): Promise<BatchOutcome & { failures: LuaFailure[] }>;
  /** A page has connected; it has its own id space and sees variable 1. */
  connect(connectionId: string): Promise<BatchOutcome>;
  disconnect(connectionId: string): Promise<BatchOutcome>;
  receive(connectionId: string, batch: Batch): Promise<BatchOutcome>;
  /** Runs a chunk of Lua; failures of the chunk are returned, not thrown. */
  run(code: string): Promise<BatchOutcome & ({ result: LuaRunResult } | { failure: LuaFailure })>;
  /** Show an app: `mcp.value` becomes its object. */
  display(app: string): Promise<BatchOutcome & { failure?: LuaFailure }>;
  /** A Lua file has changed: run it again if it was loaded. If the new code is broken, the old code keeps running. */
  reload(path: string): Promise<BatchOutcome & { reloaded: boolean; failure?: LuaFailure }>;
  /** Views of this type have changed: tells pages that show one to render again. */
  refreshType(type: string): Promise<BatchOutcome>;
  /** Something was published under a topic; returns how many functions of the app received it. */
  publish(topic: string, data: unknown): Promise<BatchOutcome & { listeners: number }>;
  /** What `mcp.pollingEvents()` and `mcp.waitTime()` return from now on. */
  inform(facts: HostFacts): Promise<BatchOutcome>;
  /** Do nothing, and push what changed. */
  touch(): Promise<BatchOutcome>;
  /** The JSON of `mcp.value`, or null. */
  state(): Promise<unknown>;
  variables(): Promise<VariableInfo[]>;
  /** The methods of each prototype, those that were made at run time included. */
  methods(): Promise<Record<string, string[]>>;
  close(): Promise<void>;
}

/** What app code may know about the agent's side. */
export interface HostFacts {
  /** Whether an agent is waiting for events. */
  pollingEvents?: boolean;
  /** Seconds since an agent last waited. */
  waitTime?: number;
  /** Seconds since an agent last called anything; absent where none did. */
  agentIdle?: number;
}

/** What `mcp:status()` returns: the addresses of the server. */
export interface LiveStatus {
  base_dir: string;
  url: string;
  mcp_port: number;
  version: string;
}

export interface LiveRuntimeOptions {
  /** The folder with apps/, lua/, viewdefs/ … */
  baseDir: string;
  /** Where commands run; the base folder if it is not given. */
  projectDir?: string;
  sessionId: string;
  permissions: Permissions;
  /** Files and folders that other parts of the server execute: never for app code, unless it may use all files. */
  offLimits?: readonly string[];
  status?: LiveStatus;
  /** The maximum time of one call, and memory of the VM. */
  limits: { callMs: number; memoryBytes: number };
  /** `print`, io.stdout and io.stderr of app code. */
  log(stream: 'stdout' | 'stderr', text: string): void;
  /** Pushes and events outside of calls: timers. */
  onOutcome(outcome: BatchOutcome): void;
  /** The worker was replaced. */
  onRestart(reason: string): void;
}

/** What app code may access on the host. */
export interface Permissions {
  files: 'none' | 'base_dir' | 'full';
  commands: 'none' | 'all' | string[];
  /** `host` (the usual port of http or https) or `host:port`. */
  network: 'none' | string[];
}
