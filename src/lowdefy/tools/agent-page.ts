import { isDeepStrictEqual } from 'node:util';
import { diffViews, writeChanges } from '../../view/diff-views.ts';
import { mapNodes } from '../../view/map-nodes.ts';
import type { PageView, ViewNode } from '../../view/view-node.ts';
import { writeMarkdown, writeMarkdownUnder } from '../../view/write-markdown.ts';
import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import { type AgentFormat, shownValue, toAgentView, withoutEmpty } from './agent-view.ts';
import { rowChanges } from './row-changes.ts';

export interface AgentPage {
  view: PageView;
  /** What the agent saw last, if changes are enough. */
  before: PageView | undefined;
  /** A block that the agent wants to see, changed or not. */
  asked: string | undefined;
  /** Values that the agent has set in this call, by block. */
  given: ReadonlyMap<string, unknown>;
  format: AgentFormat;
  maxCharacters: number;
  /** Leaves out the menus that the agent knows. */
  withoutMenus(nodes: ViewNode[]): ViewNode[];
}

/** The page as an agent reads it, or what changed on it besides the values that were set, if that is shorter. */
export function writeAgentPage({ view, before, asked, given, withoutMenus, ...options }: AgentPage): string {
  const { format } = options;
  const after = toAgentView(view, format);
  const toFull = (nodes: ViewNode[]) => ({ ...after, nodes: withoutEmpty(nodes) });
  if (before?.pageId !== view.pageId) return writeMarkdown(toFull(withoutMenus(after.nodes)), options);
  const seen = toAgentView(withGiven(before, view, given), format);
  const change = diffViews(seen, after);
  const wanted = asked === undefined ? undefined : byId(after.nodes, new Set([asked])).get(asked);
  if (wanted && !byId(change.nodes).has(asked ?? '')) change.nodes.push(wanted);
  const isNone = change.nodes.length === 0 && change.removed.length === 0 && change.title === undefined;
  if (isNone && given.size > 0) return 'Nothing else changed.';
  const old = byId(seen.nodes, new Set(byId(change.nodes).keys()));
  if (asked !== undefined) old.delete(asked);
  const cleared = [...byId(change.nodes)].flatMap(([id, node]) =>
    (shownValue(node) ?? null) === null && (shownValue(old.get(id) ?? node) ?? null) !== null ? [id] : [],
  );
  const nodes = withoutEmpty(withRowChanges(change.nodes, old), new Set(cleared));
  const changes = writeChanges({ ...change, nodes }, options);
  return writeMarkdownUnder(toFull(after.nodes), options, changes.length + 1) ?? changes;
}

/** The values that actions have set, by block: the last one of each, if none of them failed. */
export function valuesGiven(actions: readonly AppAction[], done: readonly LogItem[]): Map<string, unknown> {
  const given = new Map<string, unknown>();
  for (const [index, action] of actions.entries())
    if (action.type === 'setValue' && done[index]?.success) given.set(action.blockId, action.value);
  return given;
}

/** The earlier view, with those values in it that were given since and are shown just so: they are no news. */
function withGiven(before: PageView, after: PageView, given: ReadonlyMap<string, unknown>): PageView {
  if (given.size === 0) return before;
  const now = byId(after.nodes, new Set(given.keys()));
  const nodes = mapNodes(before.nodes, (node, children) => {
    const { id = '', parts } = node;
    const shown = parts && given.has(id) ? now.get(id) : undefined;
    const isAsGiven = shown !== undefined && isDeepStrictEqual(shownValue(shown), given.get(id));
    if (!isAsGiven) return withChildren(node, children);
    const asGiven = parts?.map((part) =>
      part.kind === 'fact' && part.fact === 'value' ? { ...part, value: given.get(id) } : part,
    );
    return { ...withChildren(node, children), ...(asGiven && { parts: asGiven }) };
  });
  return { ...before, nodes };
}

/** A view with one block as it is in another. */
export function withBlockOf(view: PageView, other: PageView, blockId: string): PageView {
  const block = byId(other.nodes, new Set([blockId])).get(blockId);
  if (!block || view.pageId !== other.pageId) return view;
  const nodes = mapNodes(view.nodes, (node, children) =>
    node.id === blockId ? block : withChildren(node, children),
  );
  return { ...view, nodes };
}

function withChildren(node: ViewNode, children: ViewNode[] | undefined): ViewNode {
  return children === undefined || children === node.children ? node : { ...node, children };
}

/** Changed tables, by what changed in them. */
function withRowChanges(nodes: ViewNode[], old: ReadonlyMap<string, ViewNode>): ViewNode[] {
  return nodes.map((node) => {
    const { parts, children } = node;
    const was = old.get(node.id ?? '')?.parts?.find(({ kind }) => kind === 'table');
    return {
      ...node,
      ...(parts && {
        parts: parts.flatMap(
          (part) => (part.kind === 'table' && was?.kind === 'table' && rowChanges(was, part)) || [part],
        ),
      }),
      ...(children && { children: withRowChanges(children, old) }),
    };
  });
}

/** The first node of each id, or of these only. */
function byId(nodes: ViewNode[], wanted?: ReadonlySet<string>): Map<string, ViewNode> {
  const found = new Map<string, ViewNode>();
  add(nodes);
  return found;

  function add(some: ViewNode[]): void {
    for (const node of some) {
      const { id, children } = node;
      if (id !== undefined && (wanted?.has(id) ?? true) && !found.has(id)) found.set(id, node);
      if (children) add(children);
    }
  }
}
