import type { Triggered } from '../../engine/engine-types.ts';
import type { Located } from '../locate-block.ts';

/** Containers that a click inside of them is a click on, too. */
const CLICKABLE = new Set(['Box', 'Card', 'List', 'Span']);

/** Drawn outside of the page, so that no click on them reaches it. */
const APART = new Set(['ConfirmModal']);

/** A click goes on to what is around: from the inside out, nobody waiting for anybody. */
export function bubbleClick({ tree, path }: Located): Triggered[] {
  const way = [...path.map((step) => step.tree.block), tree.block].reverse();
  const end = way.findIndex((block) => APART.has(block.type));
  return way
    .slice(1, end < 0 ? undefined : end)
    .filter((block) => CLICKABLE.has(block.type) && block.Events.events.onClick)
    .map((block) => block.triggerEvent({ name: 'onClick' }));
}
