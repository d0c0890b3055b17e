import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, note, renderAreas, text, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { plainText } from './shown-text.ts';

const OPENING_METHODS = ['toggleOpen', 'setOpen', 'open'];

/** A closed one is named, with how to open it; its content is invisible until it is open. */
export const renderModal: BlockRender = (block, context) => {
  const { properties } = block;
  if (block.ui.open !== true) return [toClosed(block)];
  return [
    toNode('modal', block, {
      attributes: { open: true },
      parts: [title(properties.title), ...buttonsOf(block)],
      children: renderAreas(block, context),
    }),
  ];
};

export const renderConfirmModal: BlockRender = (block, context) => {
  const { properties } = block;
  if (block.ui.open !== true) return [toClosed(block)];
  const children = renderAreas(block, context);
  return [
    toNode('modal', block, {
      attributes: { open: true },
      parts: [
        title(properties.title),
        children.length === 0 ? text(properties.content) : undefined,
        ...buttonsOf(block),
      ],
      children,
    }),
  ];
};

function toClosed(block: BlockSnapshot) {
  const { opener } = block;
  const method = OPENING_METHODS.find((name) => block.methods.includes(name));
  const how = opener
    ? `Opened by ${opener.event} of ${opener.blockId}.`
    : method === undefined
      ? 'Closed'
      : `Call its method ${method} to open it.`;
  return toNode('modal', block, {
    // False attributes are not written, but this one must be.
    attributes: { open: 'false' },
    events: [],
    parts: [title(block.properties.title), note(how)],
  });
}

/** The labels of its two buttons, if they are not the usual ones. */
function buttonsOf({ type, properties, areas }: BlockSnapshot): (ViewPart | undefined)[] {
  if (type === 'Drawer' || properties.footer === false || areas.footer) return [];
  return [
    fact('okButton', plainText(properties.okText)),
    fact('cancelButton', plainText(properties.cancelText)),
  ];
}
