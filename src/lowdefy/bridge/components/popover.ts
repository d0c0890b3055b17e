import type { EngineBlock, Triggered } from '../../engine/engine-types.ts';
import { setOpenState, type UiState } from '../ui-state.ts';
import { type ComponentSteps, configuredEvents, propertiesOf } from './gesture-step.ts';

const AREA = 'popover';

/** A box that appears next to the blocks it belongs to. */
export const popover: ComponentSteps = {
  eventsOf: ({ block }) => [...new Set([...configuredEvents(block), 'onOpenChange'])],
  toSteps({ block }, name, payload, { ui }) {
    if (name === 'onOpenChange')
      return [
        {
          run: () => turnPopover(block, ui),
          click: propertiesOf(block).trigger === 'click' ? 'last' : undefined,
        },
      ];
    return configuredEvents(block).includes(name)
      ? [{ run: () => block.triggerEvent({ name, event: payload }) }]
      : undefined;
  },
};

export function isPopoverOpen(block: EngineBlock, ui: UiState): boolean {
  const { open } = propertiesOf(block);
  return typeof open === 'boolean' ? open : ui.open[block.blockId] === true;
}

export function isPopoverArea({ type }: EngineBlock, area: string): boolean {
  return type === 'Popover' && area === AREA;
}

/** Opens it if it is closed, and the reverse. */
export function turnPopover(block: EngineBlock, ui: UiState): Triggered {
  setOpenState(ui, block.blockId, !isPopoverOpen(block, ui));
  return block.triggerEvent({ name: 'onOpenChange' });
}
