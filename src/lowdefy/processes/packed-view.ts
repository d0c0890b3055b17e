import type { PageView, ViewNode } from '../../view/view-node.ts';

/** A node, or the number of an unchanged one in the same place of the view before. */
export type PackedNode = number | (Omit<ViewNode, 'children'> & { children?: PackedNode[] });

export type PackedView = Omit<PageView, 'nodes'> & { nodes: PackedNode[] };

/** A view without what is the same object in the view before, for a reader who has that one. */
export function packView(view: PageView, before: PageView | undefined): PackedView {
  return { ...view, nodes: packNodes(view.nodes, before?.nodes ?? []) };
}

/** The view, with the unchanged nodes of the view before as they are. */
export function unpackView(packed: PackedView, before: PageView | undefined): PageView {
  return { ...packed, nodes: unpackNodes(packed.nodes, before?.nodes ?? []) };
}

function packNodes(nodes: ViewNode[], before: ViewNode[]): PackedNode[] {
  if (before.length === 0) return nodes;
  const places = new Map(before.map((node, at) => [node, at]));
  const byId = idsOf(before);
  return nodes.map((node, at) => {
    const place = places.get(node);
    if (place !== undefined) return place;
    const { children, ...own } = node;
    return children ? { ...own, children: packNodes(children, insideOf(own, at, before, byId)) } : own;
  });
}

function unpackNodes(packed: PackedNode[], before: ViewNode[]): ViewNode[] {
  const byId = idsOf(before);
  return packed.map((node, at) => {
    if (typeof node === 'number') {
      const kept = before[node];
      if (!kept) throw new Error(`a page was sent without its node ${node}`);
      return kept;
    }
    const { children, ...own } = node;
    return children ? { ...own, children: unpackNodes(children, insideOf(own, at, before, byId)) } : own;
  });
}

/** Both sides must find the same: the content of the node with this id or, where there is none, in this place. */
function insideOf(
  { id }: Pick<ViewNode, 'id'>,
  at: number,
  before: ViewNode[],
  byId: Map<string, ViewNode>,
): ViewNode[] {
  const was = id === undefined ? before[at] : byId.get(id);
  return was?.children ?? [];
}

function idsOf(nodes: ViewNode[]): Map<string, ViewNode> {
  return new Map(nodes.flatMap((node) => (node.id === undefined ? [] : [[node.id, node] as const])));
}
