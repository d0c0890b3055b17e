import type { Triggered } from '../../engine/engine-types.ts';
import type { Located } from '../locate-block.ts';

/** Containers that also receive clicks inside them. */
const CLICKABLE = new Set(['Box', 'Card', 'List', 'Span']);

/** Drawn outside the page, so that clicks on them do not reach it. */
const APART = new Set(['ConfirmModal']);

/** A click bubbles to the containers around, from the inside out, without waiting in between. */
export function bubbleClick({ tree, path }: Located): Triggered[] {
  const way = [...path.map((step) => step.tree.block), tree.block].reverse();
  const end = way.findIndex((block) => APART.has(block.type));
  return way
    .slice(1, end < 0 ? undefined : end)
    .filter((block) => CLICKABLE.has(block.type) && block.Events.events.onClick)
    .map((block) => block.triggerEvent({ name: 'onClick' }));
}
