import type { ViewNode, ViewPart } from './view-node.ts';
import { writePart } from './write-part.ts';
import { writeOpeningTag, writtenAttributes } from './write-tag.ts';
import type { WrittenForm } from './written-form.ts';

/** Ends a run of items when something else follows in the same block. */
export const END_OF_ITEMS = '**End of items**';

/** The form that the specifications show. */
export const TAG_FORM: WrittenForm = {
  open(node, place) {
    const opening = isPlainItem(node) ? `**Item ${node.attributes?.index}:**` : writeOpeningTag(node);
    const parts = writeParts(node.parts ?? [], node.id ?? place.owner, place.limit);
    if (parts !== '') return `${opening}\n${parts}`;
    return node.children?.length || isPlainItem(node) ? opening : `${opening}</${node.tag}>`;
  },

  close(node) {
    const closed = isPlainItem(node) || (!node.parts?.length && !node.children?.length);
    return closed ? undefined : `</${node.tag}>`;
  },

  between(before, after, { parent }) {
    if (isPlainItem(before)) return isPlainItem(after) ? '' : END_OF_ITEMS;
    // Short and many: a blank line between each would cost more than it shows.
    return parent && ['item', 'menu', 'tabs'].includes(parent.tag) ? undefined : '';
  },
};

/** Written as `**Item 0:**`: it has a number, and nothing else that needs a tag. */
function isPlainItem(node: ViewNode): boolean {
  if (node.tag !== 'item' || node.id !== undefined || node.type !== undefined) return false;
  if (node.events?.length || node.actions?.length) return false;
  const attributes = writtenAttributes(node);
  const [name, index] = attributes[0] ?? [];
  if (attributes.length !== 1 || name !== 'index' || !Number.isSafeInteger(index)) return false;
  // An item in an item would be taken for the next one.
  return Number(index) >= 0 && !Object.is(index, -0) && !node.children?.some(({ tag }) => tag === 'item');
}

function writeParts(parts: ViewPart[], owner: string | undefined, limit: number): string {
  const lines: string[] = [];
  let length = 0;
  for (const [i, part] of parts.entries()) {
    const line = writePart(part, owner, limit);
    length += line.length + 1;
    if (length > 3 * limit && i > 0) {
      lines.push(`Note: More is left out (${parts.length - i} of ${parts.length} lines)`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}
