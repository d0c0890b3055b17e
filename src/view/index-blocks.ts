import type { ViewNode } from './view-node.ts';
import { toShownJson } from './write-value.ts';

/** A block as it is compared: by its id, and with what has no id inside of it (items, tabs, links). */
export interface IndexedBlock {
  /** Absent for the page itself. */
  id: string | undefined;
  /** Key of the block around it. */
  parent: string | undefined;
  /** All that it says itself. */
  own: string;
  /** Keys of the blocks directly in it. */
  children: string[];
}

export interface BlockIndex {
  blocks: Map<string, IndexedBlock>;
  keys: Map<ViewNode, string>;
}

const described = new WeakMap<ViewNode, string>();

/** What a node says itself, once per node. */
function describe(node: ViewNode): string {
  const known = described.get(node);
  if (known !== undefined) return known;
  const { children: _, ...facts } = node;
  const text = toShownJson(facts);
  described.set(node, text);
  return text;
}

const NONE: string[] = [];

/** The key of the page, around all blocks. */
export const PAGE_KEY = '';

export function indexBlocks(nodes: ViewNode[]): BlockIndex {
  const index: BlockIndex = { blocks: new Map(), keys: new Map() };
  const seen = new Map<string, number>();

  function addBlock(
    id: string | undefined,
    key: string,
    parent: string | undefined,
    content: ViewNode[],
  ): void {
    const block: IndexedBlock = { id, parent, own: '', children: [] };
    index.blocks.set(key, block);
    const own: string[] = [];
    for (const node of content) add(node, node.id === id && id !== undefined);
    block.own = own.join('\n');

    function add(node: ViewNode, isSelf: boolean): void {
      if (node.id !== undefined && !isSelf) {
        const childKey = keyOf(node.id);
        index.keys.set(node, childKey);
        block.children.push(childKey);
        if (node.children?.length) addBlock(node.id, childKey, key, [node]);
        else index.blocks.set(childKey, { id: node.id, parent: key, own: describe(node), children: NONE });
        return;
      }
      const { children = [] } = node;
      own.push(describe(node));
      for (const child of children) add(child, false);
      own.push('end');
    }
  }

  /** Ids are unique on a page; where an app breaks that, the second one is another block. */
  function keyOf(id: string): string {
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return `${count}:${id}`;
  }

  addBlock(undefined, PAGE_KEY, undefined, nodes);
  return index;
}
