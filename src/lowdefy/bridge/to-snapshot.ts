import type { McpPageSettings } from '../app/app.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import { eventsOf } from './gestures.ts';
import { isHidden } from './locate-block.ts';
import { toBlockUi, type UiState } from './ui-state.ts';

/** The block as plain data, with what is in it; undefined when it is hidden or not for agents. */
export function toSnapshot(
  tree: BlockTree,
  ui: UiState,
  settings: McpPageSettings | undefined,
): BlockSnapshot | undefined {
  const { block } = tree;
  if (isHidden(block) || isExcluded(block.blockId, settings)) return undefined;
  const shown = (trees: BlockTree[]) => trees.flatMap((child) => toSnapshot(child, ui, settings) ?? []);
  const toAreas = (areas: Record<string, BlockTree[]>) =>
    Object.fromEntries(Object.entries(areas).map(([key, trees]) => [key, shown(trees)]));
  const { properties, required, validation, loading } = block.eval ?? {};
  return {
    blockId: block.blockId,
    type: block.type,
    category: block.meta.category,
    properties: properties ?? {},
    value: block.value ?? null,
    required: required ?? false,
    validation: {
      status: (validation?.status ?? null) as BlockSnapshot['validation']['status'],
      errors: (validation?.errors ?? []).map(String),
      warnings: (validation?.warnings ?? []).map(String),
    },
    events: eventsOf(tree, ui),
    loading: loading === true,
    methods: Object.keys(block.methods),
    ui: toBlockUi(tree, ui),
    areas: toAreas(tree.areas),
    items: tree.items.map(toAreas),
  };
}

/** In list items the setting stands under the id without indices, as the app's author wrote it. */
export function isExcluded(blockId: string, settings: McpPageSettings | undefined): boolean {
  return settingsFor(blockId, settings)?.exclude === true;
}

export function settingsFor(blockId: string, settings: McpPageSettings | undefined) {
  return settings?.blocks[blockId] ?? settings?.blocks[blockId.replace(/\.\d+(?=\.|$)/g, '.$')];
}
