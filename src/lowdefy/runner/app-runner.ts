import type { ReplicaBatch } from '../../protocol/replica-calls.ts';
import type { ReplicaState } from '../../protocol/replica-state.ts';
import type { PageView } from '../../view/view-node.ts';
import type { McpAppSettings } from '../app/app.ts';
import type { ListedPages } from '../app/list-pages.ts';
import type { ActionFacts } from '../bridge/action-facts.ts';
import type { AppAction } from '../bridge/actions/action.ts';
import type { ProposedCall } from '../bridge/approval/proposed-call.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { ConfigFinding } from '../check/config-finding.ts';
import type { ClientFacts } from '../client/client-facts.ts';
import type { AppWrites, NamedResource } from '../named/named-resource.ts';
import type { NamedTool } from '../named/named-tool.ts';
import type { PageOutput, WantedOutput } from '../named/page-output.ts';
import type { RowsToRender } from '../render/render-context.ts';

/** Which session a call is about, and its state in the store. */
export interface SessionRef {
  sessionId: string;
  /** Changes with every save; a live engine of another rev is out of date. */
  rev: number;
  user: Record<string, unknown> | null;
  /** A person acts, who may do what is reserved for people. */
  isPerson?: boolean;
  /** A person has approved what is about to be done. */
  isApproved?: boolean;
  data: Record<string, unknown>;
}

export interface AppRunResult {
  log: LogItem[];
  /** The log lines of the actions themselves, in the order of the actions. */
  done: LogItem[];
  /** The actions as they were done, where that differs from what was asked. */
  made?: readonly { readonly type: string }[];
  /** What to save; plain JSON. */
  data: Record<string, unknown>;
  page: RunPage | undefined;
  /** Blocks whose value was a password at any time during the call; it must never be shown or logged. */
  secrets: string[];
  /** What the history says besides, in the order of the actions. */
  facts?: ActionFacts[];
  /** Blocks that a person used and agents cannot see. */
  hidden?: string[];
  /** The app was rebuilt since the session's last call. */
  changed: boolean;
  /** What could not be restored because the app changed since the last call. */
  lost: string[];
}

/** The page as the agent should see it. */
export interface RunPage {
  pageId: string;
  /** What follows the page in its URL, which often says what the page is about. */
  urlQuery?: string;
  /** Absent when no view was requested. */
  view?: PageView;
  /** What could not be shown correctly. */
  warnings: string[];
  /** The page changes by itself: an agent of the app is answering. */
  isAnswering?: boolean;
}

export interface ShownState {
  pageId: string;
  state: unknown;
  global: unknown;
  requests: unknown;
  /** Full texts of chats with agents of the app, by block. */
  chats?: Record<string, { id: string; role: string; text: string }[]>;
}

export interface Target {
  pageId: string;
  input?: Record<string, unknown>;
  urlQuery?: Record<string, unknown>;
}

/** Which view of the page to return: part of a table, or none; and whether to go on after a failure. */
export interface Wanted {
  rows?: RowsToRender;
  view?: boolean;
  /** A person can look through more options than are useful to an agent. */
  mostOptions?: number;
  /** Tables also carry rows that are not shown, to find changes in them. */
  withRest?: boolean;
  /** Of actions: those after one that failed are not run. */
  stopOnFailure?: boolean;
}

/** What is known about an app without running it. */
export interface AppFacts {
  name: string;
  dir: string;
  /** Changes when the build does. */
  buildId: string;
  settings: McpAppSettings;
  /** Mistakes in its configuration, if they were looked for. */
  findings?: ConfigFinding[];
  /** Files and folders it was built from. */
  sources: string[];
  /** A note for readers of every page: the app runs on a Lowdefy version it was not written for. */
  notice?: string;
  /** What the real client of the app is made from, for people's pages. */
  client: ClientFacts;
  /** False where a second engine would not see the data of the first, as with an in-memory database. */
  canShare: boolean;
  /** Tools made from its pages and endpoints, for all users. */
  tools: NamedTool[];
  /** Data of its pages that agents can read by its address, for all users. */
  resources: NamedResource[];
  /** What may change that data. */
  writes: AppWrites;
}

/** Runs an app for any number of sessions. Takes and returns plain data, so that it can run in another process. */
export interface AppRunner {
  facts: AppFacts;
  /** Why the current configuration cannot be built; the last working build keeps running. */
  problem?: string;
  /** Mistakes in the configuration that is running. */
  remarks?: string | undefined;
  /** If nothing could be built so far, tries again, and throws the reason if that fails. */
  ready?(): Promise<void>;
  /** How many engines are in memory now. Calls start them, and they end when unused. */
  engineCount?: number;
  /** Starts an engine ahead of a call; fails as the call would. */
  start?(): Promise<void>;
  navigate(ref: SessionRef, target: Target, wanted?: Wanted): Promise<AppRunResult>;
  act(ref: SessionRef, actions: AppAction[], wanted?: Wanted): Promise<AppRunResult>;
  /** What a person would have to approve; undefined if nothing, unless `isWanted` in any case. */
  propose(ref: SessionRef, actions: AppAction[], isWanted: boolean): Promise<ProposedCall | undefined>;
  /** Makes calls of the real client on a person's page. `isConfirmed`: the person confirmed what needs approval. */
  calls(ref: SessionRef, batch: ReplicaBatch, isConfirmed: boolean): Promise<AppRunResult>;
  /** The page for the real client; with its configuration unless `knownVisit` is the current one. */
  replica(ref: SessionRef, knownVisit?: number): Promise<ReplicaState | undefined>;
  /** The page as it is, for a reader who does not act. */
  view(ref: SessionRef, wanted?: Wanted): Promise<RunPage | undefined>;
  state(ref: SessionRef): Promise<ShownState>;
  /** The data that the page shows. */
  output(ref: SessionRef, wanted: WantedOutput): Promise<PageOutput>;
  pages(user: Record<string, unknown> | null): Promise<ListedPages>;
  /** The call's changes are saved under this rev, so the live engine can serve the next call. */
  saved(sessionId: string, rev: number): void;
  /** The call failed after it had begun: memory no longer matches what is saved. */
  drop(sessionId: string): void;
  /** Calls in flight get this long to finish. */
  close(patienceMs?: number): Promise<void>;
}
