import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import { COMPONENT_GESTURES } from './components/component-gestures.ts';
import { COMPONENT_STEPS } from './components/component-steps.ts';
import { hasComponentUi } from './components/component-ui.ts';
import { steadyEval } from './steady-eval.ts';
import { isOpening, isPanelled, type UiState } from './ui-state.ts';

interface Kept {
  from: readonly unknown[];
  children: readonly BlockSnapshot[][];
  snapshot: BlockSnapshot;
}

const known = new WeakMap<BlockTree, Kept>();

/**
 * The last snapshot of a block while everything it was made from is the same: then it is the same object, and so is
 * what is rendered from it. `around` is what it depends on besides the block.
 */
export function keptSnapshot(
  tree: BlockTree,
  ui: UiState,
  around: readonly unknown[],
  children: readonly BlockSnapshot[][],
  make: () => BlockSnapshot,
): BlockSnapshot {
  if (!isKeepable(tree)) return make();
  const { block } = tree;
  const from = [
    // Of list items: their position.
    block.blockId,
    steadyEval(block),
    block.value,
    countKeys(block.Events.events),
    countKeys(block.methods),
    ui.selected[block.blockId]?.join('\n'),
    ...around,
  ];
  const kept = known.get(tree);
  if (kept && isSame(kept.from, from) && isSameContent(kept.children, children)) return kept.snapshot;
  const snapshot = make();
  known.set(tree, { from, children, snapshot });
  return snapshot;
}

/** Components with a state of their own are shown again each time, and so are values that can change in place. */
function isKeepable({ block, items }: BlockTree): boolean {
  const { type, value, meta } = block;
  if (typeof value === 'object' && value !== null) return false;
  if (meta.category === 'list' && items.length === 0) return false;
  if (COMPONENT_STEPS[type] || COMPONENT_GESTURES[type] || hasComponentUi(type)) return false;
  return !isOpening(type) && !isPanelled(type);
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!Object.is(a[at], b[at])) return false;
  return true;
}

function isSameContent(a: readonly BlockSnapshot[][], b: readonly BlockSnapshot[][]): boolean {
  return a.length === b.length && a.every((inside, at) => isSame(inside, b[at] ?? []));
}

function countKeys(object: object): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}
