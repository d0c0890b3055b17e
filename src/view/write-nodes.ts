import type { ViewNode } from './view-node.ts';
import { writeName } from './write-text.ts';
import type { NodePlace, WrittenForm } from './written-form.ts';

/** What the note about the cut may cost. */
const NOTE_ROOM = 250;
const SHORTEST_LIMIT = 200;

export interface WriteNodesOptions {
  maxCharacters?: number;
  /** What the reader can do to see the rest. */
  hint: string;
}

/**
 * Nodes as text, in one pass. With `maxCharacters`, one text or table takes at most a quarter of it, and the
 * first block that does not fit ends the page, with every open block closed. Undefined if the text is not shorter than
 * `length`; then most of it is not written.
 */
export function writeNodesUnder(
  nodes: ViewNode[],
  form: WrittenForm,
  options: WriteNodesOptions,
  length: number,
): string | undefined {
  const { maxCharacters = Number.POSITIVE_INFINITY } = options;
  const limit = Math.max(SHORTEST_LIMIT, Math.floor(maxCharacters / 4));
  const lines: string[] = [];
  let left = Math.max(0, maxCharacters - NOTE_ROOM);
  let leftOut = 0;
  let reached = 0;
  let firstLeftOut: string | undefined;

  function leaveOut(node: ViewNode): void {
    firstLeftOut ??= node.id;
    leftOut += countBlocks(node);
  }

  function writeAll(siblings: ViewNode[], place: NodePlace): void {
    let before: ViewNode | undefined;
    for (const node of siblings) {
      if (reached > length) return;
      if (leftOut > 0) {
        leaveOut(node);
        continue;
      }
      const between = before && form.between(before, node, place);
      const { opening, closing } = writeOwn(node, form, place);
      const cost = opening.length + (closing?.length ?? 0) + (between?.length ?? 0) + 3;
      if (cost > left) {
        leaveOut(node);
        continue;
      }
      left -= cost;
      reached += opening.length + 1;
      if (between !== undefined) lines.push(between);
      lines.push(opening);
      if (node.children?.length) {
        writeAll(node.children, {
          ...place,
          depth: place.depth + 1,
          parent: node,
          owner: node.id ?? place.owner,
        });
      }
      if (closing !== undefined) lines.push(closing);
      before = node;
    }
  }

  writeAll(nodes, { depth: 0, parent: undefined, owner: undefined, limit });
  if (reached > length) return undefined;
  if (leftOut > 0) {
    const blocks = `${leftOut} more ${leftOut === 1 ? 'block is' : 'blocks are'} left out`;
    const from = firstLeftOut === undefined ? '' : `, from ${writeName(firstLeftOut.slice(0, 40))} on`;
    lines.push('', `… cut, ${blocks}${from}. ${options.hint}`);
  }
  const text = lines.join('\n');
  return text.length < length ? text : undefined;
}

interface Written extends Pick<NodePlace, 'depth' | 'owner' | 'limit'> {
  form: WrittenForm;
  opening: string;
  closing: string | undefined;
}

const written = new WeakMap<ViewNode, Written>();

/** What a node says itself; written once, as long as it is in the same place. */
function writeOwn(node: ViewNode, form: WrittenForm, place: NodePlace): Pick<Written, 'opening' | 'closing'> {
  const { depth, owner, limit } = place;
  const known = written.get(node);
  const isSame = known?.form === form && known.depth === depth && known.owner === owner;
  if (isSame && known.limit === limit) return known;
  const made = {
    form,
    depth,
    owner,
    limit,
    opening: form.open(node, place),
    closing: form.close(node, place),
  };
  written.set(node, made);
  return made;
}

function countBlocks(node: ViewNode): number {
  let blocks = node.id === undefined ? 0 : 1;
  for (const child of node.children ?? []) blocks += countBlocks(child);
  // Something without an id that holds no block is still something left out.
  return Math.max(1, blocks);
}
