import { decodeJson, encodeJson } from '../../lib/json-codec.ts';
import type { App } from '../app/app.ts';
import { adapterFor, type BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock, EngineContext, EngineRequest } from '../engine/engine-types.ts';
import { AppSession } from './app-session.ts';
import { bareLists, putBare } from './bare-lists.ts';
import { hasMethods } from './component-methods.ts';
import { standOn } from './create-lowdefy.ts';
import { type HiddenValues, hiddenValues, putHidden, readPath } from './hidden-values.ts';
import { isInput } from './is-input.ts';
import { eachBlock } from './locate-block.ts';
import { readPageConfig } from './page-config.ts';
import { newUiState, type UiState } from './ui-state.ts';
import type { Visit } from './visit.ts';

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
  hidden: HiddenValues;
  bare: Record<string, number>;
  /** Inputs and lists as the app's author named them, with `$` for the number of an item. */
  fields: string[];
  ui: UiState;
  mounted: string[];
  /** Blocks that have methods. */
  equipped: string[];
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
  const tree = adapterFor(context).tree(context);
  const blocks = [...eachBlock(tree)].map((located) => located.tree.block);
  const idsOf = (isWanted: (block: EngineBlock) => unknown) =>
    blocks.filter(isWanted).map(({ blockId }) => blockId);
  const { State, onInitDone, onInitAsyncDone } = context._internal;
  return {
    state: context.state,
    requests: context.requests,
    frozenState: State.frozenState,
    initDone: onInitDone === true,
    initAsyncDone: onInitAsyncDone === true,
    validated: idsOf((block) => block.showValidation),
    hidden: hiddenValues(tree),
    bare: bareLists(tree, context.state),
    fields: [...fieldsOf(tree)],
    ui,
    mounted: [...mounted],
    equipped: idsOf(hasMethods),
  };
}

export interface Restored {
  session: AppSession;
  /** What no longer fits, because the app changed meanwhile; for the agent. */
  lost: string[];
  /** The app was built anew since. */
  changed: boolean;
}

/** A session as it was, on fresh contexts of the app as it is now. */
export async function restoreSession(
  app: App,
  user: Record<string, unknown> | null,
  data: Record<string, unknown>,
): Promise<Restored> {
  const session = await AppSession.create(app, user);
  if (Object.keys(data).length === 0) return { session, lost: [], changed: false };
  const saved = decodeJson(data) as Saved;
  const { lowdefy } = session;
  const lost: string[] = [];
  lowdefy.lowdefyGlobal = saved.global;
  lowdefy.inputs = saved.inputs;
  lowdefy.apiResponses = saved.apiResponses;
  session.history = [];
  for (const [pageId, page] of Object.entries(saved.pages)) {
    const config = await readPageConfig(app, user, pageId).catch(() => undefined);
    standOn(lowdefy, saved.history.findLast((visit) => visit.pageId === pageId) ?? { pageId, urlQuery: '' });
    if (config) lost.push(...restorePage(session, config, page));
    else lost.push(`page "${pageId}" is gone, or this user may not see it any more`);
  }
  session.history = saved.history.filter((visit) => lowdefy.contexts[`page:${visit.pageId}`] !== undefined);
  if (session.history.length > 0) session.resume();
  return { session, lost, changed: saved.buildId !== app.buildId };
}

function restorePage(session: AppSession, config: object, page: SavedPage): string[] {
  const getContext = session.app.packages.engine.getContext as (options: object) => EngineContext;
  const context = getContext({ config, lowdefy: session.lowdefy, jsMap: session.app.jsMap?.client ?? {} });
  const adapter = adapterFor(context);
  const { State } = context._internal;
  const lost: string[] = [];
  context.requests = page.requests;
  for (const request of Object.values(page.requests).flat())
    if (request.loading) {
      // Nobody waits for its answer any more; as loading it would block the page for ever.
      request.loading = false;
      lost.push(`request "${request.requestId}" was still running and has no answer`);
    }
  for (const key of Object.keys(context.state)) delete context.state[key];
  const read = (path: string) => readPath(context.state, path);
  for (const [key, value] of Object.entries(page.state)) State.set(key, value);
  putHidden(page.hidden, State.set, read);
  const takeBack = putBare(page.bare ?? {}, context.state, State.set);
  adapter.reset(context);
  lost.push(...dropGone(context, page, fieldsOf(adapter.tree(context))));
  State.frozenState = page.frozenState;
  State.initialized = page.frozenState !== null;
  context._internal.onInitDone = page.initDone;
  context._internal.onInitAsyncDone = page.initAsyncDone;
  const validated = new Set(page.validated);
  for (const { tree } of eachBlock(adapter.tree(context)))
    tree.block.showValidation = validated.has(tree.block.blockId);
  context._internal.update();
  takeBack();
  const known = session.pageUi(context.pageId);
  known.ui = { ...newUiState(), ...page.ui };
  known.mounted = new Set(page.mounted);
  known.equipped = new Set(page.equipped ?? []);
  known.drawn.clear();
  return lost;
}

/** Values of blocks that the app has no longer: as state of its own they would only confuse it. */
function dropGone(context: EngineContext, page: SavedPage, now: Set<string>): string[] {
  const gone = page.fields.filter((field) => !now.has(field));
  for (const field of gone) if (!field.includes('.$')) context._internal.State.del(field);
  return gone.map((field) => `block "${field}" is gone from page "${context.pageId}"`);
}

function fieldsOf(tree: BlockTree): Set<string> {
  const fields = new Set<string>();
  for (const { tree: one } of eachBlock(tree)) {
    if (isInput(one.block) || one.block.meta.category === 'list')
      fields.add(one.block.blockId.replace(/\.\d+(?=\.|$)/g, '.$'));
  }
  return fields;
}
