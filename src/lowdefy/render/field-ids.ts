import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { hint } from './block-node.ts';

const MAX_IDS = 20;

/** The ids of the fields and lists in these blocks, in order; not of those inside lists. */
export function fieldIds(blocks: BlockSnapshot[] = []): string[] {
  return blocks.flatMap((block) => {
    const { blockId, category, areas } = block;
    if (category === 'list') return [blockId];
    const inside = Object.values(areas).flatMap((area) => fieldIds(area));
    return category === 'input' || category === 'input-container' ? [blockId, ...inside] : inside;
  });
}

/** For agents: ids of fields that are not on the screen yet. */
export function fieldsHint(ids: string[] = []): ViewPart | undefined {
  return ids.length === 0 ? undefined : hint('Fields', withoutMany(ids));
}

/** The same for the item that an empty list would get first, with what its ids begin with said once. */
export function itemFieldsHint({ blockId, itemFields = [] }: BlockSnapshot): ViewPart | undefined {
  const prefix = `${blockId}.0.`;
  const inside = itemFields.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
  return inside.length === 0 ? undefined : hint(`Fields of ${blockId}.0`, withoutMany(inside));
}

function withoutMany(ids: string[]): string[] {
  const more = ids.length - MAX_IDS;
  return more > 0 ? [...ids.slice(0, MAX_IDS), `and ${more} more`] : ids;
}
