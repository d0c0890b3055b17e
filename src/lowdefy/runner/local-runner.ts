import { isDeepStrictEqual } from 'node:util';
import { LruMap } from '../../lib/lru-map.ts';
import type { App, AppMenu } from '../app/app.ts';
import { listPages } from '../app/list-pages.ts';
import { type ActionFacts, watchAction } from '../bridge/action-facts.ts';
import type { AppAction } from '../bridge/actions/action.ts';
import { performAction } from '../bridge/actions/perform-action.ts';
import type { AppSession } from '../bridge/app-session.ts';
import { toProposedCall } from '../bridge/approval/to-proposed-call.ts';
import { isAnswering } from '../bridge/chat/chat-record.ts';
import { menusForAgents } from '../bridge/page-config.ts';
import type { LogItem, TracedRequest } from '../bridge/recorder.ts';
import { restoreSession, saveSession } from '../bridge/saved/saved-session.ts';
import { toSnapshot } from '../bridge/to-snapshot.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { renderPage } from '../render/render-page.ts';
import { performCalls } from '../replica/perform-calls.ts';
import { toReplica } from '../replica/to-replica.ts';
import type { AppFacts, AppRunner, AppRunResult, RunPage, SessionRef, Wanted } from './app-runner.ts';
import { MAX_LIVE } from './max-live.ts';
import { shownData } from './shown-data.ts';
import { secretsOf, shownChats, shownRequests, shownState, toShown } from './shown-state.ts';

interface Live {
  session: AppSession;
  rev: number;
  usedAt: number;
  /** The session was saved with another build of the app, and the agent does not know yet. */
  changed: boolean;
}

const IDLE_MS = 10 * 60_000;

export interface LocalRunner extends AppRunner {
  /** Whether the session is in memory as last saved, so that its data need not be sent. */
  isCurrent(ref: Omit<SessionRef, 'data'>): boolean;
}

/**
 * Runs the app in this process. Engines of idle sessions are dropped and restored from what was saved. `onStep` is
 * called for every step of long work.
 */
export function createLocalRunner(app: App, onStep?: () => void): LocalRunner {
  const live = new LruMap<string, Live>({ max: MAX_LIVE });
  const sweeping = setInterval(() => sweep(Date.now() - IDLE_MS), 60_000);
  sweeping.unref();
  /** The note about the engine has been reported. */
  let isTold = false;

  return {
    facts: toFacts(app),

    async navigate(ref, target, wanted) {
      const one = await open(ref);
      const { session } = one;
      const { pageId, input, urlQuery } = target;
      const query = urlQuery ? app.packages.helpers.urlQuery.stringify(urlQuery) : '';
      const { recorder } = session;
      recorder.takeTraced();
      const toFacts = watchAction(session, { type: 'navigate' });
      recorder.begin({ action: 'navigate', pageId });
      const log = await session.navigate({ pageId, input, urlQuery: query });
      const item = recorder.end();
      const facts = toFacts(item, takeRequests(session));
      return finish(one, { log, done: [item], secrets: [], facts: [facts] }, wanted);
    },

    async act(ref, actions, wanted) {
      const one = await open(ref);
      const { session } = one;
      const log: LogItem[] = [];
      const done: LogItem[] = [];
      const secrets = new Set<string>();
      const facts: ActionFacts[] = [];
      session.recorder.takeTraced();
      for (const [index, action] of actions.entries()) {
        const toFacts = watchAction(session, action);
        const [item, ...following] = await performAction(session, action);
        done.push(item);
        facts.push(toFacts(item, takeRequests(session)));
        log.push(item, ...following);
        // Read now, because a list item that contains a password may be gone later.
        if (takesValue(action)) for (const id of secretsOf(session)) secrets.add(id);
        const isStopped = wanted?.stopOnFailure === true && !item.success;
        if (item.navigatedTo === undefined && !isStopped) continue;
        const left = actions.length - index - 1;
        const why = isStopped ? 'stopOnFailure' : 'The page changed';
        const many = left === 1 ? '1 action was' : `${left} actions were`;
        if (left > 0) item.warnings = [...(item.warnings ?? []), `${why}; ${many} skipped.`];
        break;
      }
      return finish(one, { log, done, secrets: [...secrets], facts }, wanted);
    },

    async propose(ref, actions, isWanted) {
      const { session } = await open(ref);
      return toProposedCall(session, actions, isWanted);
    },

    async calls(ref, batch, isConfirmed) {
      const one = await open(ref);
      const { session } = one;
      session.recorder.takeTraced();
      const { done, following, hidden, made, facts } = await performCalls(session, batch, isConfirmed);
      const told = { log: [...done, ...following], done, made, secrets: secretsOf(session), facts };
      return { ...finish(one, told, { view: false }), hidden: [...hidden] };
    },

    async replica(ref, knownVisit) {
      const { session } = await open(ref);
      return toReplica(session, knownVisit);
    },

    async view(ref, wanted) {
      const { session } = await open(ref);
      return toPage(session, wanted);
    },

    async state(ref) {
      const { session } = await open(ref);
      const { context, lowdefy } = session;
      return {
        pageId: context.pageId,
        state: shownState(session),
        global: toShown(lowdefy.lowdefyGlobal),
        requests: shownRequests(session),
        ...shownChats(session),
      };
    },

    async output(ref, wanted) {
      const { session } = await open(ref);
      return shownData(session, wanted);
    },

    pages: (user) => listPages(app, user),
    isCurrent,

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
    if (known && isCurrent(ref)) {
      known.usedAt = Date.now();
      beginAs(known.session, ref);
      return known;
    }
    const restored = await restoreSession(app, ref.user, ref.data, onStep);
    const opened = { ...restored, rev: ref.rev, usedAt: Date.now() };
    beginAs(opened.session, ref);
    live.set(ref.sessionId, opened);
    return opened;
  }

  function isCurrent({ sessionId, rev, user }: Omit<SessionRef, 'data'>): boolean {
    const known = live.get(sessionId);
    // A user whose roles have changed sees other pages.
    return known?.rev === rev && isDeepStrictEqual(known.session.lowdefy.user, user);
  }

  function finish(
    one: Live,
    told: Pick<AppRunResult, 'log' | 'done' | 'made' | 'secrets' | 'facts'>,
    wanted?: Wanted,
  ): AppRunResult {
    const { session } = one;
    // Notices about the app are for the agent.
    const changed = one.changed && !session.isPerson;
    const lost = session.isPerson ? [] : session.lost.splice(0);
    if (changed) one.changed = false;
    const page = toPage(session, wanted);
    if (page && !isTold && app.engineNote !== undefined) {
      isTold = true;
      page.warnings.push(app.engineNote);
    }
    return { ...told, changed, lost, data: saveSession(session), page };
  }

  function sweep(before: number): void {
    for (const [id, one] of live.entries()) if (one.usedAt < before) live.delete(id);
  }
}

function beginAs(session: AppSession, { isPerson = false, isApproved = false }: SessionRef): void {
  session.isPerson = isPerson;
  session.isApproved = isApproved;
}

function toFacts(app: App): AppFacts {
  const { name, dir, buildId, settings, sources, canShare, client, tools, resources, writes, notice } = app;
  const offered = { tools, resources, writes };
  return {
    name,
    dir,
    buildId,
    settings,
    sources,
    canShare,
    client,
    ...offered,
    ...(notice !== undefined && { notice }),
  };
}

function takeRequests({ recorder }: AppSession): TracedRequest[] {
  return recorder.takeTraced().map(({ request }) => request);
}

function takesValue({ type }: AppAction): boolean {
  return type === 'setValue' || type === 'setState' || type === 'setGlobal';
}

function toPage(
  session: AppSession,
  { rows, view = true, mostOptions, withRest }: Wanted = {},
): RunPage | undefined {
  if (session.history.length === 0) return undefined;
  if (!view) return { pageId: session.visit.pageId, warnings: [] };
  const { blockMetas } = session.app.packages;
  const block = toSnapshot(
    session.tree(),
    session.page.ui,
    session.settings,
    (type) => blockMetas[type]?.category,
  );
  if (!block) return undefined;
  const { pageId, urlQuery } = session.visit;
  const rendered = renderPage({
    title: String(block.properties.title ?? pageId),
    pageId,
    blocks: [block],
    menus: menusForAgents(session.app, session.lowdefy.menus as AppMenu[]),
    mcpRenders: session.app.packages.mcpRenders,
    ...(!session.isPerson && { uploads: session.app.settings.uploads }),
    ...(rows ? { rows } : {}),
    ...(mostOptions !== undefined && { mostOptions }),
    ...(withRest && { withRest }),
  });
  const warnings = [...rendered.warnings, ...unknownIn([block], session.app.unknownBlocks)];
  const isAnswered = Object.values(session.page.ui.chats).some(isAnswering);
  return { pageId, urlQuery, view: rendered.view, warnings, ...(isAnswered && { isAnswering: true }) };
}

/** Why blocks of the page are incomplete: their types are unknown. */
function unknownIn(blocks: BlockSnapshot[], unknown: Record<string, string>): Set<string> {
  const found = new Set<string>();
  if (Object.keys(unknown).length === 0) return found;
  for (const block of blocks) {
    const why = unknown[block.type];
    if (why !== undefined) found.add(why);
    for (const area of [block.areas, ...block.items].flatMap((areas) => Object.values(areas)))
      for (const sentence of unknownIn(area, unknown)) found.add(sentence);
  }
  return found;
}
