import type { ViewNode } from './view-node.ts';

/** Where a node stands. */
export interface NodePlace {
  depth: number;
  parent: ViewNode | undefined;
  /** The id of the nearest block around it. */
  owner: string | undefined;
  /** How much of one text, table or list of options is written. */
  limit: number;
}

/** A way to write nodes: each as what opens it, its children, and what closes it. */
export interface WrittenForm {
  /** All that the node says itself. */
  open(node: ViewNode, place: NodePlace): string;
  close(node: ViewNode, place: NodePlace): string | undefined;
  /** What stands between two nodes, beside the end of the line. */
  between(before: ViewNode, after: ViewNode, place: NodePlace): string | undefined;
}
