import { field, hint, note, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { addressText, asRecord, htmlText, iconName } from './shown-text.ts';

/** The title even if only its icon is shown: it is the button's name. */
export const renderButton: BlockRender = (block) => {
  const { properties } = block;
  return [
    toNode('button', block, {
      type: null,
      attributes: { disabled: Boolean(properties.disabled), danger: properties.danger === true },
      parts: [
        title(properties.title ?? block.blockId),
        hint('Icon', iconName(properties.icon)),
        field('Link', addressText(properties.href)),
      ],
    }),
  ];
};

/** A button over the page. Its label is its only name. */
export const renderFloatButton: BlockRender = (block) => {
  const { description, tooltip, icon, href, badge, disabled } = block.properties;
  const { count, dot } = asRecord(badge);
  return [
    toNode('button', block, {
      attributes: { disabled: Boolean(disabled) },
      parts: [
        title(description ?? tooltip ?? block.blockId),
        description === undefined ? undefined : field('Tooltip', htmlText(tooltip)),
        hint('Icon', iconName(icon)),
        field('Link', addressText(href)),
        count === 0 ? undefined : field('Count', count),
        dot === true ? note('Marked with a dot') : undefined,
      ],
    }),
  ];
};

export const renderAnchor: BlockRender = (block) => {
  const { properties } = block;
  const address = properties.url ?? properties.href;
  return [
    toNode('link', block, {
      attributes: {
        pageId: typeof properties.pageId === 'string' && properties.pageId,
        url: addressText(address),
        home: properties.home === true,
        back: properties.back === true,
        disabled: Boolean(properties.disabled),
      },
      parts: [
        title(properties.title ?? properties.pageId ?? address ?? block.blockId),
        hint('Icon', iconName(properties.icon)),
      ],
    }),
  ];
};
