import type { McpPageSettings } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock } from '../engine/engine-types.ts';
import { type MethodCaller, methodCallers } from './actions/method-callers.ts';
import { offeredMethods, openerOf } from './actions/offered-methods.ts';
import { COMPONENT_GESTURES } from './components/component-gestures.ts';
import { componentUi } from './components/component-ui.ts';
import { disablesInside, isDisabledBy } from './components/config-provider.ts';
import { eventsOf } from './components/gestures.ts';
import { rowsOf } from './components/table-rows.ts';
import { selectedRows } from './components/table-selection.ts';
import { itemFields } from './item-fields.ts';
import { isHidden, lostConfirmations } from './locate-block.ts';
import { toBlockUi } from './shown-areas.ts';
import type { UiState } from './ui-state.ts';

/** The page as plain data, with its content; undefined if it is hidden, or hidden from agents. */
export function toSnapshot(
  page: BlockTree,
  ui: UiState,
  settings: McpPageSettings | undefined,
  categoryOf: (type: string) => string | undefined = () => undefined,
): BlockSnapshot | undefined {
  const callers = methodCallers(page, ui);
  const shown: Shown = { ui, settings, callers, categoryOf };
  const snapshot = toBlock(page, shown);
  if (!snapshot) return undefined;
  const lost = lostConfirmations(page, ui).filter(({ tree, path }) =>
    [tree, ...path.map((step) => step.tree)].every(({ block }) => !isExcluded(block.blockId, settings)),
  );
  if (lost.length === 0) return snapshot;
  const { areas } = snapshot;
  const content = [...(areas.content ?? []), ...lost.map(({ tree }) => toShown(tree, shown))];
  return { ...snapshot, areas: { ...areas, content } };
}

/** What the snapshot of every block of a page depends on. */
interface Shown {
  ui: UiState;
  settings: McpPageSettings | undefined;
  callers: MethodCaller[];
  /** Of blocks that do not exist yet. */
  categoryOf(type: string): string | undefined;
}

function toBlock(tree: BlockTree, shown: Shown, isDisabled = false): BlockSnapshot | undefined {
  const { ui, settings } = shown;
  const { block } = tree;
  const isAway = isHidden(block) || ui.gone[block.blockId];
  return isAway || isExcluded(block.blockId, settings) ? undefined : toShown(tree, shown, isDisabled);
}

function toShown(tree: BlockTree, shown: Shown, isDisabled = false): BlockSnapshot {
  const { ui, callers } = shown;
  const { block } = tree;
  const settings = settingsFor(block.blockId, shown.settings);
  const opener = openerOf(block.blockId, callers);
  const isInsideDisabled = disablesInside(tree, isDisabled);
  const inside = (trees: BlockTree[]) =>
    trees.flatMap((child) => toBlock(child, shown, isInsideDisabled) ?? []);
  const toAreas = (areas: Record<string, BlockTree[]>) =>
    Object.fromEntries(Object.entries(areas).map(([key, trees]) => [key, inside(trees)]));
  const { properties, required, validation, loading } = block.eval ?? {};
  return {
    blockId: block.blockId,
    type: block.type,
    category: block.meta.category,
    properties: { ...properties, ...(isDisabledBy(isDisabled, block) && { disabled: true }) },
    value: block.value ?? null,
    required: required ?? false,
    validation: {
      status: (validation?.status ?? null) as BlockSnapshot['validation']['status'],
      errors: (validation?.errors ?? []).map(String),
      warnings: (validation?.warnings ?? []).map(String),
    },
    events: eventsOf(tree, ui),
    ...shortcutsOf(block),
    loading: loading === true,
    methods: COMPONENT_GESTURES[block.type]?.hidesMethods
      ? []
      : offeredMethods(block, { ui, settings, callers }),
    ...(opener && { opener: { blockId: opener.blockId, event: opener.event } }),
    ui: { ...toBlockUi(tree, ui), ...componentUi(block, ui), ...selectionOf(tree, ui) },
    areas: toAreas(tree.areas),
    items: tree.items.map(toAreas),
    ...fieldsOfItems(tree, shown),
  };
}

/** What an agent could fill in an item of an empty list. */
function fieldsOfItems({ block, items }: BlockTree, shown: Shown): Pick<BlockSnapshot, 'itemFields'> {
  if (block.meta.category !== 'list' || items.length > 0) return {};
  const fields = itemFields(block, shown.categoryOf).filter((id) => !isExcluded(id, shown.settings));
  return fields.length > 0 ? { itemFields: fields } : {};
}

function shortcutsOf({ Events }: EngineBlock): Pick<BlockSnapshot, 'shortcuts'> {
  const shortcuts = Object.entries(Events.events).flatMap(([name, { shortcut }]) =>
    shortcut ? [[name, [shortcut].flat().map(String)] as const] : [],
  );
  return shortcuts.length > 0 ? { shortcuts: Object.fromEntries(shortcuts) } : {};
}

function selectionOf({ block }: BlockTree, ui: UiState): BlockSnapshot['ui'] {
  const selected = selectedRows(block, ui);
  if (selected.length === 0) return {};
  const rows = rowsOf(block);
  return { selectedRows: selected.map((row) => rows.indexOf(row)) };
}

/** In list items the setting is under the id without indices, as written in the configuration. */
export function isExcluded(blockId: string, settings: McpPageSettings | undefined): boolean {
  return settingsFor(blockId, settings)?.exclude === true;
}

export function settingsFor(blockId: string, settings: McpPageSettings | undefined) {
  return settings?.blocks[blockId] ?? settings?.blocks[blockId.replace(/\.\d+(?=\.|$)/g, '.$')];
}
