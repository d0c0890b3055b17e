import { isDeepStrictEqual } from 'node:util';
import type { PageView } from '../view/view-node.ts';
import type { App, AppMenu } from './app/app.ts';
import type { AppAction } from './bridge/action.ts';
import type { AppSession } from './bridge/app-session.ts';
import { menusForAgents } from './bridge/page-config.ts';
import { performAction } from './bridge/perform-action.ts';
import type { LogItem } from './bridge/recorder.ts';
import { restoreSession, saveSession } from './bridge/saved-session.ts';
import { toSnapshot } from './bridge/to-snapshot.ts';
import { type RowsWanted, renderPage } from './render/render-page.ts';
import { secretsOf, shownState, toShown } from './shown-state.ts';

/** Which session a call is about, and where it stands in the store. */
export interface SessionRef {
  sessionId: string;
  /** Changes with every save; a live engine of another rev is out of date. */
  rev: number;
  user: Record<string, unknown> | null;
  data: Record<string, unknown>;
}

export interface RunResult {
  log: LogItem[];
  /** Of the lines of the log those of the actions themselves, in the order of the actions. */
  done: LogItem[];
  /** What to save; plain JSON. */
  data: Record<string, unknown>;
  page: RunPage | undefined;
  /** Blocks whose value was a password at any time of the call; it must be shown and logged nowhere. */
  secrets: string[];
  /** What could not be brought back, because the app changed since the last call. */
  lost: string[];
}

/** The page as the agent is to see it. */
export interface RunPage {
  pageId: string;
  /** Absent when nobody wants to look at it. */
  view?: PageView;
  /** What could not be shown as it should be. */
  warnings: string[];
}

export interface Target {
  pageId: string;
  input?: Record<string, unknown>;
  urlQuery?: Record<string, unknown>;
}

/** What of the page to answer with: part of a table, or no view at all. */
export interface Wanted {
  rows?: RowsWanted;
  view?: boolean;
}

/** Runs an app for any number of sessions. Plain data in, plain data out, so that it can live in a worker. */
export interface AppRunner {
  navigate(ref: SessionRef, target: Target, wanted?: Wanted): Promise<RunResult>;
  act(ref: SessionRef, actions: AppAction[], wanted?: Wanted): Promise<RunResult>;
  state(ref: SessionRef): Promise<{ pageId: string; state: unknown; global: unknown; requests: unknown }>;
  /** The call's changes are saved under this rev: the live engine is good for the next one. */
  saved(sessionId: string, rev: number): void;
  /** The call failed after it began: what is in memory is not what is saved. */
  drop(sessionId: string): void;
  close(): Promise<void>;
}

interface Live {
  session: AppSession;
  rev: number;
  usedAt: number;
  /** What could not be brought back and nobody was told yet. */
  lost: string[];
}

/** Engines kept at once, for whichever sessions used them last. */
export const MAX_LIVE = 50;
const IDLE_MS = 10 * 60_000;

/** The runner in this process. Engines of idle sessions are dropped and come back from what was saved. */
export function createLocalRunner(app: App): AppRunner {
  const live = new Map<string, Live>();
  const sweeping = setInterval(() => sweep(Date.now() - IDLE_MS), 60_000);
  sweeping.unref();

  return {
    async navigate(ref, target, wanted) {
      const one = await open(ref);
      const { session } = one;
      const { pageId, input, urlQuery } = target;
      const query = urlQuery ? app.packages.helpers.urlQuery.stringify(urlQuery) : '';
      session.recorder.begin({ action: 'navigate', pageId });
      const log = await session.navigate({ pageId, input, urlQuery: query });
      return finish(one, { log, done: [session.recorder.end()], secrets: [] }, wanted);
    },

    async act(ref, actions, wanted) {
      const one = await open(ref);
      const { session } = one;
      const log: LogItem[] = [];
      const done: LogItem[] = [];
      const secrets = new Set<string>();
      for (const [index, action] of actions.entries()) {
        const [item, ...following] = await performAction(session, action);
        done.push(item);
        log.push(item, ...following);
        // Now, since a list item with a password in it may be gone later.
        if (takesValue(action)) for (const id of secretsOf(session)) secrets.add(id);
        if (item.navigatedTo === undefined) continue;
        const left = actions.length - index - 1;
        if (left > 0)
          item.warnings = [...(item.warnings ?? []), `The page changed; ${left} actions were not done.`];
        break;
      }
      return finish(one, { log, done, secrets: [...secrets] }, wanted);
    },

    async state(ref) {
      const { session } = await open(ref);
      const { context, lowdefy } = session;
      const requests = Object.entries(context.requests).map(([id, [latest]]) => [
        id,
        latest?.response ?? null,
      ]);
      return {
        pageId: context.pageId,
        state: shownState(session),
        global: toShown(lowdefy.lowdefyGlobal),
        requests: toShown(Object.fromEntries(requests)),
      };
    },

    saved(sessionId, rev) {
      const known = live.get(sessionId);
      if (known) known.rev = rev;
    },

    drop: (sessionId) => void live.delete(sessionId),

    async close() {
      clearInterval(sweeping);
      live.clear();
      await app.close();
    },
  };

  async function open(ref: SessionRef): Promise<Live> {
    const known = live.get(ref.sessionId);
    // A user whose roles changed has other pages now.
    if (known?.rev === ref.rev && isDeepStrictEqual(known.session.lowdefy.user, ref.user)) {
      known.usedAt = Date.now();
      return known;
    }
    const opened = { ...(await restoreSession(app, ref.user, ref.data)), rev: ref.rev, usedAt: Date.now() };
    live.set(ref.sessionId, opened);
    if (live.size > MAX_LIVE) sweep(oldest());
    return opened;
  }

  function finish(
    { session, lost }: Live,
    told: Pick<RunResult, 'log' | 'done' | 'secrets'>,
    wanted?: Wanted,
  ): RunResult {
    return { ...told, lost: lost.splice(0), data: saveSession(session), page: toPage(session, wanted) };
  }

  function oldest(): number {
    return Math.min(...[...live.values()].map((one) => one.usedAt)) + 1;
  }

  function sweep(before: number): void {
    for (const [id, one] of live) if (one.usedAt < before) live.delete(id);
  }
}

function takesValue({ type }: AppAction): boolean {
  return type === 'setValue' || type === 'setState' || type === 'setGlobal';
}

function toPage(session: AppSession, { rows, view = true }: Wanted = {}): RunPage | undefined {
  if (session.history.length === 0) return undefined;
  if (!view) return { pageId: session.visit.pageId, warnings: [] };
  const block = toSnapshot(session.tree(), session.page.ui, session.settings);
  if (!block) return undefined;
  const { pageId } = session.visit;
  const rendered = renderPage({
    title: String(block.properties.title ?? pageId),
    pageId,
    blocks: [block],
    menus: menusForAgents(session.app, session.lowdefy.menus as AppMenu[]),
    mcpRenders: session.app.packages.mcpRenders,
    ...(rows ? { rows } : {}),
  });
  return { pageId, ...rendered };
}
