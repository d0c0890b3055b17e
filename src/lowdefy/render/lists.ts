import type { ViewNode } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { note, renderAreasOf, title, toNode } from './block-node.ts';
import { itemFieldsHint } from './field-ids.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { asArray, asRecord } from './shown-text.ts';
import { moreRows, rowsShown } from './table-part.ts';

/** Items are forms: more of them are shown than rows of a table. */
const DEFAULT_ITEMS = 50;

export const renderList: BlockRender = (block, context) => [
  toList(block, context, { titleOf: (index) => itemTitle(block, index) }),
];

/** Its buttons are what a person can do with it; without a button nobody can. */
export const renderControlledList: BlockRender = (block, context) => {
  const { hideAddButton, hideRemoveButton, minItems = 0, noDataTitle } = block.properties;
  const withoutButton = new Set([
    ...(hideAddButton === true ? ['pushItem', 'unshiftItem'] : []),
    ...(hideRemoveButton === true || isAtLeast(block, minItems) ? ['removeItem'] : []),
  ]);
  return [
    toList(block, context, {
      actions: block.methods.filter((method) => !withoutButton.has(method)),
      empty: noDataTitle || 'No Items',
    }),
  ];
};

/** Since 4.5 a list has a minimum number of items; before, it is unknown. */
function isAtLeast({ items }: BlockSnapshot, minItems: unknown): boolean {
  return Number(minItems) > 0 && items.length <= Number(minItems);
}

interface ListFacts {
  actions?: string[];
  empty?: unknown;
  titleOf?(index: number): unknown;
}

export function toList(block: BlockSnapshot, context: RenderContext, facts: ListFacts = {}): ViewNode {
  const total = block.items.length;
  const shown = rowsShown(block, total, context, DEFAULT_ITEMS);
  const children = block.items.slice(shown.from, shown.to).map((areas, i): ViewNode => {
    const index = shown.from + i;
    const heading = title(facts.titleOf?.(index));
    const inside = renderAreasOf(areas, context);
    return {
      tag: 'item',
      attributes: { index },
      ...(heading && { parts: [heading] }),
      ...(inside.length > 0 && { children: inside }),
    };
  });
  return toNode('list', block, {
    attributes: { items: total },
    parts: [
      title(block.properties.title),
      total === 0 ? note(facts.empty) : undefined,
      itemFieldsHint(block),
      moreRows(block, shown, total),
    ],
    children,
    ...(facts.actions && { actions: facts.actions }),
  });
}

/** In a timeline: what is next to the dot. */
function itemTitle({ type, properties, value }: BlockSnapshot, index: number): unknown {
  if (type !== 'TimelineList') return undefined;
  return asRecord(asArray(value)[index])[String(properties.labelField ?? 'label')];
}
