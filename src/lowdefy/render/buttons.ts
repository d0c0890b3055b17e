import { field, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { addressText, iconName } from './shown-text.ts';

/** The title also when only its icon is shown: it is what the button is called. */
export const renderButton: BlockRender = (block) => {
  const { properties } = block;
  return [
    toNode('button', block, {
      type: null,
      attributes: { disabled: Boolean(properties.disabled), danger: properties.danger === true },
      parts: [
        title(properties.title ?? block.blockId),
        field('Icon', iconName(properties.icon)),
        field('Link', addressText(properties.href)),
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
        field('Icon', iconName(properties.icon)),
      ],
    }),
  ];
};
