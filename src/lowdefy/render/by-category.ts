import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { field, note, renderAreas, text, title, toNode } from './block-node.ts';
import { placeholder, toInput } from './input-node.ts';
import { unknownInputValue } from './inputs.ts';
import { toList } from './lists.ts';
import type { BlockRender } from './render-context.ts';
import { asArray } from './shown-text.ts';

/** A block of which only the category is known: enough to see and use it. */
export const renderByCategory: BlockRender = (block, context) => {
  switch (block.category) {
    case 'input':
    case 'input-container':
      return [
        toInput(block, {
          before: [placeholder(block), givenOptions(block)],
          value: { shown: unknownInputValue(block) },
          after: [shownByCategory()],
          children: renderAreas(block, context),
        }),
      ];
    case 'display':
      return [
        toNode('display', block, {
          parts: [title(block.properties.title ?? block.blockId), ...ownTexts(block), shownByCategory()],
        }),
      ];
    case 'container':
      return [
        toNode('container', block, {
          parts: [title(block.properties.title), shownByCategory()],
          children: renderAreas(block, context),
        }),
      ];
    case 'list':
      return [toList(block, context)];
  }
};

function shownByCategory(): ViewPart | undefined {
  return note('Only the common properties of this block are shown');
}

function givenOptions({ properties }: BlockSnapshot): ViewPart | undefined {
  const { options } = properties;
  return Array.isArray(options) ? field('Given options', asArray(options).slice(0, 50)) : undefined;
}

function ownTexts({ properties }: BlockSnapshot): (ViewPart | undefined)[] {
  return [
    text(properties.content ?? properties.text ?? properties.html),
    text(properties.message),
    text(properties.description),
    field('Value', properties.value),
  ];
}
