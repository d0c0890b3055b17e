import type { FactName } from '../../protocol/view-fact.ts';
import type { ViewNode, ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, field, hint, renderAreas, title, toNode } from './block-node.ts';
import { keyedMenu } from './menus.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord, htmlText, iconName, plainText } from './shown-text.ts';

/** A button with a menu: its items are the events that they trigger. */
export const renderDropdownButton: BlockRender = (block) => {
  const { properties, ui } = block;
  const items = itemsOf(block);
  const first = items.find((item) => !item.disabled);
  return [
    toNode('button', block, {
      attributes: {
        disabled: Boolean(properties.disabled),
        danger: properties.danger === true,
        open: ui.open === true,
      },
      parts: [
        title(properties.title ?? block.blockId),
        hint('Icon', iconName(properties.icon)),
        {
          kind: 'options',
          options: items.map(({ event, label }) => ({ value: event, label })),
          total: items.length,
        },
        eventsOf('disabledOptions', items, 'disabled'),
        eventsOf('dangerousOptions', items, 'danger'),
        shortcutsOf(items),
        first && hint('To choose', { event: first.event }),
      ],
    }),
  ];
};

/** A menu around the blocks that open it. */
export const renderDropdownMenu: BlockRender = (block, context) => {
  const { properties, ui } = block;
  const menu = keyedMenu(properties.links, { blockId: block.blockId, event: 'onClick' }, context);
  return [
    toNode('container', block, {
      attributes: { disabled: Boolean(properties.disabled), open: ui.open === true },
      children: [...renderAreas(block, context), ...menu] satisfies ViewNode[],
    }),
  ];
};

/** A box next to the blocks it belongs to; its content is shown while it is open. */
export const renderPopover: BlockRender = (block, context) => {
  const { properties, ui } = block;
  const { popover, ...others } = block.areas;
  return [
    toNode('container', block, {
      attributes: { open: ui.open === true },
      parts: [
        field('Popover', htmlText(properties.title)),
        popover && !ui.open ? hint('To open', { event: 'onOpenChange' }) : undefined,
      ],
      children: [
        ...renderAreas({ ...block, areas: others }, context),
        ...(ui.open ? renderAreas(block, context, ['popover']) : []),
      ],
    }),
  ];
};

interface Item {
  event: string;
  label: string;
  disabled: boolean;
  danger: boolean;
  shortcut?: string;
}

function itemsOf({ properties, shortcuts = {} }: BlockSnapshot): Item[] {
  return asArray(properties.items).flatMap((item, index) => {
    const { type, eventName, title: name, disabled, danger, shortcut } = asRecord(item);
    if (type === 'divider') return [];
    const event = plainText(eventName) ?? `item-${index}`;
    // The event's own keys are shown by the block.
    const keys = shortcuts[event] ? undefined : plainText(shortcut);
    return [
      {
        event,
        label: plainText(name) ?? event,
        disabled: Boolean(disabled),
        danger: Boolean(danger),
        ...(keys !== undefined && { shortcut: keys }),
      },
    ];
  });
}

function eventsOf(name: FactName, items: Item[], which: 'disabled' | 'danger'): ViewPart | undefined {
  const events = items.filter((item) => item[which]).map(({ event }) => event);
  return events.length > 0 ? fact(name, events) : undefined;
}

function shortcutsOf(items: Item[]): ViewPart | undefined {
  const keyed = items.flatMap(({ event, shortcut }) => (shortcut ? [[event, shortcut]] : []));
  return keyed.length > 0 ? field('Shortcuts', Object.fromEntries(keyed)) : undefined;
}
