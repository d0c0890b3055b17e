import { decodeJson, encodeJson } from '../../lib/json-codec.ts';
import type { App } from '../app/app.ts';
import { adapterFor } from '../engine/engine-adapter.ts';
import type { EngineContext, EngineRequest } from '../engine/engine-types.ts';
import { AppSession, type Visit } from './app-session.ts';
import { eachBlock, isHidden } from './locate-block.ts';
import { newUiState, type UiState } from './ui-state.ts';

/** What a session leaves behind, to go on from in another process. */
interface Saved {
  buildId: string;
  history: Visit[];
  global: Record<string, unknown>;
  inputs: Record<string, Record<string, unknown>>;
  apiResponses: Record<string, unknown>;
  pages: Record<string, SavedPage>;
}

interface SavedPage {
  state: Record<string, unknown>;
  requests: Record<string, EngineRequest[]>;
  /** The state that Reset returns to, as the engine keeps it. */
  frozenState: string | null;
  initDone: boolean;
  initAsyncDone: boolean;
  /** Blocks that show their validation. */
  validated: string[];
  /** Values of hidden inputs: they are in no state, and come back when the block shows again. */
  hidden: Record<string, unknown>;
  ui: UiState;
  mounted: string[];
}

/** Plain JSON. */
export function saveSession(session: AppSession): Record<string, unknown> {
  const { lowdefy } = session;
  const pages = Object.values(lowdefy.contexts).map(
    (context) => [context.pageId, savePage(session, context)] as const,
  );
  const saved: Saved = {
    buildId: session.app.buildId,
    history: session.history,
    global: lowdefy.lowdefyGlobal,
    inputs: lowdefy.inputs,
    apiResponses: lowdefy.apiResponses,
    pages: Object.fromEntries(pages),
  };
  return encodeJson(saved) as Record<string, unknown>;
}

function savePage(session: AppSession, context: EngineContext): SavedPage {
  const { ui, mounted } = session.pageUi(context.pageId);
  const validated: string[] = [];
  const hidden: Record<string, unknown> = {};
  for (const { tree } of eachBlock(adapterFor(context).tree(context))) {
    const { block } = tree;
    if (block.showValidation) validated.push(block.blockId);
    if (isHidden(block) && block.meta.category === 'input' && block.value !== null)
      hidden[block.blockId] = block.value;
  }
  const { State, onInitDone, onInitAsyncDone } = context._internal;
  return {
    state: context.state,
    requests: context.requests,
    frozenState: State.frozenState,
    initDone: onInitDone === true,
    initAsyncDone: onInitAsyncDone === true,
    validated,
    hidden,
    ui,
    mounted: [...mounted],
  };
}

export interface Restored {
  session: AppSession;
  /** What no longer fits, because the app changed meanwhile; for the agent. */
  lost: string[];
}

/** A session as it was, on fresh contexts of the app as it is now. */
export async function restoreSession(
  app: App,
  user: Record<string, unknown> | null,
  data: Record<string, unknown>,
): Promise<Restored> {
  const session = await AppSession.create(app, user);
  if (Object.keys(data).length === 0) return { session, lost: [] };
  const saved = decodeJson(data) as Saved;
  const { lowdefy } = session;
  const lost: string[] = [];
  lowdefy.lowdefyGlobal = saved.global;
  lowdefy.inputs = saved.inputs;
  lowdefy.apiResponses = saved.apiResponses;
  session.history = [];
  for (const [pageId, page] of Object.entries(saved.pages)) {
    const config = await session.pageConfig(pageId).catch(() => undefined);
    session.stand(saved.history.findLast((visit) => visit.pageId === pageId) ?? { pageId, urlQuery: '' });
    if (config) lost.push(...restorePage(session, config, page));
    else lost.push(`page "${pageId}" is gone`);
  }
  session.history = saved.history.filter((visit) => lowdefy.contexts[`page:${visit.pageId}`] !== undefined);
  if (session.history.length > 0) session.resume();
  return { session, lost: saved.buildId === app.buildId ? [] : lost };
}

function restorePage(session: AppSession, config: object, page: SavedPage): string[] {
  const getContext = session.app.packages.engine.getContext as (options: object) => EngineContext;
  const context = getContext({ config, lowdefy: session.lowdefy });
  const adapter = adapterFor(context);
  const { State } = context._internal;
  context.requests = page.requests;
  for (const key of Object.keys(context.state)) delete context.state[key];
  // Values of hidden inputs go in with the rest, so that their blocks take them; the update takes them out again.
  for (const [key, value] of Object.entries({ ...page.hidden, ...page.state })) State.set(key, value);
  adapter.reset(context);
  State.frozenState = page.frozenState;
  State.initialized = page.frozenState !== null;
  context._internal.onInitDone = page.initDone;
  context._internal.onInitAsyncDone = page.initAsyncDone;
  const validated = new Set(page.validated);
  const ids = new Set<string>();
  for (const { tree } of eachBlock(adapter.tree(context))) {
    tree.block.showValidation = validated.has(tree.block.blockId);
    ids.add(tree.block.blockId);
  }
  context._internal.update();
  const known = session.pageUi(context.pageId);
  known.ui = { ...newUiState(), ...page.ui };
  known.mounted = new Set(page.mounted);
  return Object.keys(page.hidden)
    .filter((id) => !ids.has(id))
    .map((id) => `block "${id}" is gone from page "${context.pageId}"`);
}
