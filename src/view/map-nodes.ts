import type { ViewNode } from './view-node.ts';

type Change = (node: ViewNode, children: ViewNode[] | undefined) => ViewNode;

/**
 * Changes nodes from the inside out. Where `change` returns the node it was given, and it returned its children as they were,
 * everything stays the same object.
 */
export function mapNodes(nodes: ViewNode[], change: Change): ViewNode[] {
  let isSame = true;
  const changed = nodes.map((node) => {
    const next = change(node, node.children && mapNodes(node.children, change));
    isSame &&= next === node;
    return next;
  });
  return isSame ? nodes : changed;
}
