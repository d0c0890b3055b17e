import type { PageView } from '../../view/view-node.ts';
import type { McpAppSettings } from '../app/app.ts';
import type { ListedPages } from '../app/list-pages.ts';
import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { RowsToRender } from '../render/render-context.ts';

/** Which session a call is about, and where it stands in the store. */
export interface SessionRef {
  sessionId: string;
  /** Changes with every save; a live engine of another rev is out of date. */
  rev: number;
  user: Record<string, unknown> | null;
  /** A person acts, who may do what agents must leave to one. */
  isPerson?: boolean;
  data: Record<string, unknown>;
}

export interface AppRunResult {
  log: LogItem[];
  /** Of the lines of the log those of the actions themselves, in the order of the actions. */
  done: LogItem[];
  /** What to save; plain JSON. */
  data: Record<string, unknown>;
  page: RunPage | undefined;
  /** Blocks whose value was a password at any time of the call; it must be shown and logged nowhere. */
  secrets: string[];
  /** The app was built anew since the session's last call. */
  changed: boolean;
  /** What could not be brought back, because the app changed since the last call. */
  lost: string[];
}

/** The page as the agent is to see it. */
export interface RunPage {
  pageId: string;
  /** What follows the page in its address, which often says what it is about. */
  urlQuery?: string;
  /** Absent when nobody wants to look at it. */
  view?: PageView;
  /** What could not be shown as it should be. */
  warnings: string[];
  /** It changes by itself: an agent of the app is answering. */
  isAnswering?: boolean;
}

export interface ShownState {
  pageId: string;
  state: unknown;
  global: unknown;
  requests: unknown;
  /** What was said in chats with agents of the app, whole, by block. */
  chats?: Record<string, { id: string; role: string; text: string }[]>;
}

export interface Target {
  pageId: string;
  input?: Record<string, unknown>;
  urlQuery?: Record<string, unknown>;
}

/** What of the page to answer with: part of a table, or no view at all. */
export interface Wanted {
  rows?: RowsToRender;
  view?: boolean;
  /** A person can look through more options than an agent has use for. */
  mostOptions?: number;
}

/** What is to be known of an app without running it. */
export interface AppFacts {
  name: string;
  dir: string;
  /** Changes when the build does. */
  buildId: string;
  settings: McpAppSettings;
  /** Files and folders that it was made from. */
  sources: string[];
  /** What readers of every page must know: that the app runs on a Lowdefy that it was not written for. */
  notice?: string;
  /** False where a second engine would not see the first one's data: a database in memory. */
  canShare: boolean;
}

/** Runs an app for any number of sessions. Plain data in, plain data out, so that it can live in a worker. */
export interface AppRunner {
  facts: AppFacts;
  /** Why the configuration as it is now cannot be built; what runs is the last one that could. */
  problem?: string;
  /** Where there may be none that could: tries again, and fails with the reason. */
  ready?(): Promise<void>;
  /** Whether engines are in memory now. They are started by calls, and end when nobody uses them. */
  isRunning?: boolean;
  /** Start an engine ahead of a call; fails as the call would. */
  start?(): Promise<void>;
  navigate(ref: SessionRef, target: Target, wanted?: Wanted): Promise<AppRunResult>;
  act(ref: SessionRef, actions: AppAction[], wanted?: Wanted): Promise<AppRunResult>;
  /** The page as it is, for somebody who looks on. */
  view(ref: SessionRef, wanted?: Wanted): Promise<RunPage | undefined>;
  state(ref: SessionRef): Promise<ShownState>;
  pages(user: Record<string, unknown> | null): Promise<ListedPages>;
  /** The call's changes are saved under this rev: the live engine is good for the next one. */
  saved(sessionId: string, rev: number): void;
  /** The call failed after it began: what is in memory is not what is saved. */
  drop(sessionId: string): void;
  /** Calls under way are finished first, for so long. */
  close(patienceMs?: number): Promise<void>;
}
