import type { BlockTree } from '../engine/engine-adapter.ts';

/** Derives something from a tree once: a tree whose blocks or items change is another tree. */
export function perTree<T>(derive: (tree: BlockTree) => T): (tree: BlockTree) => T {
  const known = new WeakMap<BlockTree, { value: T }>();
  return (tree) => {
    const { value } = known.get(tree) ?? { value: derive(tree) };
    known.set(tree, { value });
    return value;
  };
}
