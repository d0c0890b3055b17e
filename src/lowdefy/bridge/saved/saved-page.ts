import { adapterFor } from '../../engine/adapter-for.ts';
import type { EngineBlock, EngineContext, EngineRequest } from '../../engine/engine-types.ts';
import { hasMethods } from '../components/component-methods.ts';
import { nameAgain, namedLists } from '../item-names.ts';
import { blocksOf, eachBlock } from '../locate-block.ts';
import { perTree } from '../per-tree.ts';
import { newUiState, type UiState } from '../ui-state.ts';
import { type HiddenValues, hiddenValues, putHidden, valueAtPath } from '../values/hidden-values.ts';
import { isInput } from '../values/is-input.ts';
import { bareLists, putBare } from './bare-lists.ts';
import type { PageUi } from './visit.ts';

/** Everything about a page that must survive without its context. */
export interface SavedPage {
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
  /** Inputs and lists as named in the configuration, with `$` for the index of an item. */
  fields: string[];
  /** Names of list items that people have seen, by list; missing in older files. */
  items?: Record<string, string[]>;
  ui: UiState;
  mounted: string[];
  /** Blocks that have methods. */
  equipped: string[];
}

export function savePage(context: EngineContext, { ui, mounted }: PageUi): SavedPage {
  const tree = adapterFor(context).tree(context);
  const blocks = blocksOf(tree);
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
    items: namedLists(tree),
    ui,
    mounted: [...mounted],
    equipped: idsOf(hasMethods),
  };
}

/** Fills a new context of the page with what was saved. Returns what no longer fits, for the agent. */
export function restorePage(context: EngineContext, known: PageUi, page: SavedPage): string[] {
  const adapter = adapterFor(context);
  const { State } = context._internal;
  const lost: string[] = [];
  context.requests = page.requests;
  for (const request of Object.values(page.requests).flat())
    if (request.loading) {
      // Nobody waits for its response any more; as loading it would block the page forever.
      request.loading = false;
      lost.push(`request "${request.requestId}" was still running and has no response`);
    }
  for (const key of Object.keys(context.state)) delete context.state[key];
  const read = (path: string) => valueAtPath(context.state, path);
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
  nameAgain(adapter.tree(context), page.items ?? {});
  known.ui = { ...newUiState(), ...page.ui };
  known.mounted = new Set(page.mounted);
  known.equipped = new Set(page.equipped ?? []);
  known.drawn.clear();
  return lost;
}

/** Values of blocks that no longer exist in the app: as plain state they would only confuse it. */
function dropGone(context: EngineContext, page: SavedPage, now: ReadonlySet<string>): string[] {
  const gone = page.fields.filter((field) => !now.has(field));
  for (const field of gone) if (!field.includes('.$')) context._internal.State.del(field);
  return gone.map((field) => `block "${field}" no longer exists on page "${context.pageId}"`);
}

const fieldsOf = perTree((tree): ReadonlySet<string> => {
  const fields = new Set<string>();
  for (const block of blocksOf(tree))
    if (isInput(block) || block.meta.category === 'list')
      fields.add(block.blockId.replace(/\.\d+(?=\.|$)/g, '.$'));
  return fields;
});
