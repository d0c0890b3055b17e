import { quote } from './escape-text.ts';
import { type BlockIndex, indexBlocks, PAGE_KEY } from './index-blocks.ts';
import type { PageView, ViewNode, ViewPart } from './view-node.ts';
import { type MarkdownOptions, writeBlocks } from './write-markdown.ts';
import { writeName, writeText } from './write-text.ts';

export interface ViewChange {
  pageId: string;
  /** The new title, when it is another. */
  title?: string;
  /**
   * New blocks whole, and changed blocks without the unchanged ones in them, which are counted in an attribute
   * `unchanged`.
   */
  nodes: ViewNode[];
  /** Ids of blocks that are gone; not of those inside of one that is gone. */
  removed: string[];
}

/** What is different in `after`. Blocks are known by their ids; what has no id belongs to the block around it. */
export function diffViews(before: PageView, after: PageView): ViewChange {
  const old = indexBlocks(before.nodes);
  const now = indexBlocks(after.nodes);

  function isSame(key: string): boolean {
    const [was, is] = [old.blocks.get(key), now.blocks.get(key)];
    return was?.own === is?.own && was?.children.join('\n') === is?.children.join('\n');
  }

  /** What is to be told of a node: itself when it is new or changed, else the changes inside of it. */
  function changesOf(node: ViewNode): ViewNode[] {
    const key = now.keys.get(node);
    if (key === undefined) return skeletonOf(node);
    if (!old.blocks.has(key)) return [node];
    return isSame(key) ? changesInside(node) : [toChanged(node, key)];
  }

  /** The changed blocks in something unchanged, without what is around them. */
  function changesInside(node: ViewNode): ViewNode[] {
    return (node.children ?? []).flatMap((child) =>
      now.keys.has(child) ? changesOf(child) : changesInside(child),
    );
  }

  function toChanged(node: ViewNode, key: string): ViewNode {
    const { children = [], attributes, parts = [], ...own } = node;
    const told = children.flatMap(changesOf);
    const kept = now.blocks.get(key)?.children.filter((child) => old.blocks.has(child) && isSame(child));
    const order = newOrder(key, old, now);
    const allParts: ViewPart[] = order ? [...parts, { kind: 'field', name: 'Order', value: order }] : parts;
    return {
      ...own,
      ...((attributes || kept?.length) && {
        attributes: { ...attributes, unchanged: kept?.length || false },
      }),
      ...(allParts.length > 0 && { parts: allParts }),
      ...(told.length > 0 && { children: told }),
    };
  }

  /** A tab, link or item of a changed block; of items only those in which something changed. */
  function skeletonOf(node: ViewNode): ViewNode[] {
    const { children = [], ...own } = node;
    const told = children.flatMap(changesOf);
    if (told.length === 0) return node.tag === 'item' && children.length > 0 ? [] : [own];
    return [{ ...own, children: told }];
  }

  const pageIsSame = old.blocks.get(PAGE_KEY)?.own === now.blocks.get(PAGE_KEY)?.own;
  const removed = [...old.blocks].flatMap(([key, { id, parent }]) => {
    const isGone = id !== undefined && !now.blocks.has(key);
    return isGone && (parent === undefined || now.blocks.has(parent)) ? [id] : [];
  });
  return {
    pageId: after.pageId,
    ...(before.title !== after.title && { title: after.title }),
    nodes: pageIsSame
      ? changesInside({ tag: 'container', children: after.nodes })
      : after.nodes.flatMap(changesOf),
    removed,
  };
}

/** The ids of the blocks in a block, when those that stay are not in the order they were in. */
function newOrder(key: string, old: BlockIndex, now: BlockIndex): string[] | undefined {
  const was = old.blocks.get(key)?.children ?? [];
  const is = now.blocks.get(key)?.children ?? [];
  const [inOld, inNew] = [new Set(was), new Set(is)];
  const stayed = is.filter((child) => inOld.has(child));
  if (was.filter((child) => inNew.has(child)).every((child, i) => child === stayed[i])) return undefined;
  return is.map((child) => now.blocks.get(child)?.id ?? '');
}

/** Changes as text; the blocks in them have the same form as on a page. */
export function writeChanges(change: ViewChange, options: MarkdownOptions = {}): string {
  const { nodes, removed, title } = change;
  if (nodes.length === 0 && removed.length === 0 && title === undefined) return 'Nothing changed.';
  const limit = options.maxCharacters === undefined ? undefined : 500;
  const head = [`Changes on page ${quote(change.pageId)}:`];
  if (title !== undefined) head.push(`# ${writeText(title, limit)}`);
  if (removed.length > 0) head.push(`Removed: ${removed.map(writeName).join(', ')}`);
  const above = head.join('\n');
  const blocks = writeBlocks(nodes, options, above.length);
  return blocks === '' ? above : `${above}\n\n${blocks}`;
}
