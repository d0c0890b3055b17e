import { LruMap } from '../../lib/lru-map.ts';
import { type Actor, actorName } from '../../session/actor.ts';
import type { ViewNode } from '../../view/view-node.ts';

const MAX_SESSIONS = 500;
const MAX_MENUS = 20;

/** The menus that each principal has read in a session: they are the same on most pages, and shown once. */
export class SeenMenus {
  readonly #seen = new LruMap<string, Set<string>>({ max: MAX_SESSIONS });

  /** The nodes without menus that were shown before; those that remain count as shown. */
  without(nodes: ViewNode[], sessionId: string, actor: Actor): ViewNode[] {
    const key = `${sessionId} ${actor.kind} ${actor.userId} ${actorName(actor)}`;
    const seen = this.#seen.get(key) ?? new Set();
    if (seen.size >= MAX_MENUS) seen.clear();
    const kept = withoutSeen(nodes, seen);
    this.#seen.set(key, seen);
    return kept;
  }
}

function withoutSeen(nodes: ViewNode[], seen: Set<string>): ViewNode[] {
  return nodes.flatMap((node) => {
    if (!isAppMenu(node)) {
      const { children } = node;
      return children ? [{ ...node, children: withoutSeen(children, seen) }] : [node];
    }
    const menu = JSON.stringify(withoutCurrent(node));
    if (seen.has(menu)) return [];
    seen.add(menu);
    return [node];
  });
}

/** Links to pages; not breadcrumbs, and not the items of a block's own menu. */
function isAppMenu({ tag, type, parts = [] }: ViewNode): boolean {
  return tag === 'menu' && type !== 'Breadcrumb' && !parts.some(({ kind }) => kind === 'fact');
}

/** Which link is the current page differs on every page. */
function withoutCurrent({ attributes, children, ...node }: ViewNode): ViewNode {
  const { current: _, ...kept } = attributes ?? {};
  return { ...node, attributes: kept, ...(children && { children: children.map(withoutCurrent) }) };
}
