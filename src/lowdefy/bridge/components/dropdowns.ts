import { TandemError } from '../../../errors.ts';
import type { EngineBlock, Triggered } from '../../engine/engine-types.ts';
import type { Located } from '../locate-block.ts';
import { setOpenState, type UiState } from '../ui-state.ts';
import { fire } from './fire-event.ts';
import {
  asPayload,
  type ComponentSteps,
  type GestureStep,
  propertiesOf,
  shortcutEvents,
} from './gesture-step.ts';
import { chooseLink, type MenuLink } from './menu-links.ts';

interface Item {
  /** The event that it triggers. */
  key: string;
  title: unknown;
  disabled: boolean;
}

/** A button with a menu; each item triggers its own event. */
export const dropdownButton: ComponentSteps = {
  eventsOf: ({ block }) => {
    const isSplit = Boolean(propertiesOf(block).split);
    const items = itemsOf(block).filter((item) => !item.disabled);
    return [
      ...new Set([
        ...(isSplit ? ['onClick'] : []),
        ...items.map((item) => item.key),
        ...shortcutEvents(block),
        'onOpenChange',
      ]),
    ];
  },
  toSteps({ block }, name, payload, { ui }) {
    if (name === 'onOpenChange') return [toOpening(block, payload, ui)];
    const item = findItem(block, name);
    if (!item) {
      const isOffered = name === 'onClick' && Boolean(propertiesOf(block).split);
      if (!isOffered && !shortcutEvents(block).includes(name)) return undefined;
      return [{ run: () => block.triggerEvent({ name }), click: isOffered ? 'last' : undefined }];
    }
    if (item.disabled)
      throw new TandemError('forbidden', `The item "${name}" of "${block.blockId}" is disabled.`);
    return chooseIn(block, ui, () => {
      // The app's actions when the menu opens may remove items.
      const now = findItem(block, name);
      if (!now || now.disabled)
        throw new TandemError('forbidden', `"${block.blockId}" does not offer "${name}" when it is open.`);
      return block.triggerEvent({ name: now.key });
    });
  },
};

/** A menu around the blocks in it. */
export const dropdownMenu: ComponentSteps = {
  eventsOf: ({ block }) => [
    ...new Set([...(linksOf(block).length > 0 ? ['onClick'] : []), ...shortcutEvents(block), 'onOpenChange']),
  ],
  toSteps({ block }, name, payload, { ui, follow }) {
    if (name === 'onOpenChange') return [toOpening(block, payload, ui)];
    if (name !== 'onClick')
      return shortcutEvents(block).includes(name) ? [{ run: () => block.triggerEvent({ name }) }] : undefined;
    const { link, event } = chooseLink(block.blockId, linksOf(block), payload, name);
    return chooseIn(block, ui, () => {
      follow(link);
      return block.triggerEvent({ name, event });
    });
  },
};

const MENU_TYPES = new Set(['DropdownButton', 'DropdownMenu', 'Popover']);

/** Closes all menus except those around a block, as a click on it does. */
export function closeMenus(located: readonly Located[], ui: UiState, blockId: string): void {
  const target = located.find(({ tree }) => tree.block.blockId === blockId);
  const around = new Set([target?.tree, ...(target?.path ?? []).map((step) => step.tree)]);
  for (const { tree } of located) {
    const { block } = tree;
    if (!MENU_TYPES.has(block.type) || around.has(tree) || !ui.open[block.blockId]) continue;
    setOpenState(ui, block.blockId, false);
    fire(block, 'onOpenChange', block.type === 'Popover' ? undefined : { open: false });
  }
}

function toOpening(block: EngineBlock, payload: unknown, ui: UiState): GestureStep {
  const isOpen = ui.open[block.blockId] === true;
  const { open = !isOpen } = asPayload(payload);
  if (typeof open !== 'boolean')
    throw new TandemError(
      'invalid_input',
      `onOpenChange of "${block.blockId}" needs the payload {"open": true} or {"open": false}.`,
    );
  if (open === isOpen)
    throw new TandemError(
      'invalid_input',
      `"${block.blockId}" is already ${isOpen ? 'open' : 'closed'}; choose an item, or send {"open": ${!isOpen}}.`,
    );
  return {
    run: () => {
      setOpenState(ui, block.blockId, open);
      return block.triggerEvent({ name: 'onOpenChange', event: { open } });
    },
    click: isClickless(block) ? undefined : 'last',
  };
}

/** A person opens the menu, clicks an item, and the menu closes by itself. */
function chooseIn(block: EngineBlock, ui: UiState, choose: () => Triggered): GestureStep[] {
  const isOpen = ui.open[block.blockId] === true;
  return [
    ...(isOpen ? [] : [toOpening(block, { open: true }, ui)]),
    {
      run: () => {
        const result = choose();
        setOpenState(ui, block.blockId, false);
        fire(block, 'onOpenChange', { open: false });
        return result;
      },
      click: 'last',
    },
  ];
}

function isClickless(block: EngineBlock): boolean {
  const { trigger = block.type === 'DropdownMenu' ? 'hover' : 'click' } = propertiesOf(block);
  return trigger !== 'click';
}

function itemsOf(block: EngineBlock): Item[] {
  const { items } = propertiesOf(block);
  return (Array.isArray(items) ? items : []).flatMap((item: Record<string, unknown>, index) => {
    if (item === null || typeof item !== 'object' || item.type === 'divider') return [];
    const { eventName, title, disabled } = item;
    return [{ key: String(eventName ?? `item-${index}`), title, disabled: Boolean(disabled) }];
  });
}

/** By its event, or by its label. */
function findItem(block: EngineBlock, wanted: string): Item | undefined {
  const items = itemsOf(block).toSorted((a, b) => Number(a.disabled) - Number(b.disabled));
  return items.find((item) => item.key === wanted) ?? items.find((item) => item.title === wanted);
}

function linksOf(block: EngineBlock): MenuLink[] {
  const { links } = propertiesOf(block);
  return Array.isArray(links) ? links : [];
}
