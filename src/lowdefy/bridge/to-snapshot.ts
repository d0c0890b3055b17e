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
import { keptSnapshot } from './kept-snapshots.ts';
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
  const shown: Shown = { ui, settings, callers, calls: JSON.stringify(callers), categoryOf };
  const snapshot = toBlock(page, shown);
  if (!snapshot) return undefined;
  const lost = lostConfirmations(page, ui).filter(({ tree, path }) =>
    [tree, ...path.map((step) => step.tree)].every(({ block }) => !isExcluded(block.blockId, settings)),
  );
  if (lost.length === 0) return snapshot;
  const { areas } = snapshot;
  // A block that is also shown in its own place is another object here.
  const apart = { ...shown, calls: `${shown.calls} apart` };
  const content = [...(areas.content ?? []), ...lost.map(({ tree }) => toShown(tree, apart))];
  return { ...snapshot, areas: { ...areas, content } };
}

/** What the snapshot of every block of a page depends on. */
interface Shown {
  ui: UiState;
  settings: McpPageSettings | undefined;
  callers: MethodCaller[];
  /** The same as text. */
  calls: string;
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
  const isInsideDisabled = disablesInside(tree, isDisabled);
  const children: BlockSnapshot[][] = [];
  const inside = (trees: BlockTree[]) => {
    const blocks = trees.flatMap((child) => toBlock(child, shown, isInsideDisabled) ?? []);
    children.push(blocks);
    return blocks;
  };
  const toAreas = (areas: Record<string, BlockTree[]>) =>
    Object.fromEntries(Object.entries(areas).map(([key, trees]) => [key, inside(trees)]));
  const content = { areas: toAreas(tree.areas), items: tree.items.map(toAreas) };
  return keptSnapshot(tree, shown.ui, [isDisabled, shown.settings, shown.calls], children, () => ({
    ...toOwn(tree, shown, isDisabled),
    ...content,
    ...fieldsOfItems(tree, shown),
  }));
}

/** A block without its content. */
function toOwn(
  tree: BlockTree,
  shown: Shown,
  isDisabled: boolean,
): Omit<BlockSnapshot, 'areas' | 'items' | 'itemFields'> {
  const { ui, callers } = shown;
  const { block } = tree;
  const settings = settingsFor(block.blockId, shown.settings);
  const opener = openerOf(block.blockId, callers);
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
    ...(settings?.confirm && { needsApproval: true }),
    methods: COMPONENT_GESTURES[block.type]?.hidesMethods
      ? []
      : offeredMethods(block, { ui, settings, callers }),
    ...(opener && { opener: { blockId: opener.blockId, event: opener.event } }),
    ui: { ...toBlockUi(tree, ui), ...componentUi(block, ui), ...selectionOf(tree, ui) },
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
