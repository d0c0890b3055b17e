import type { ViewPart } from '../../view/view-node.ts';
import { renderAreas, text, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord, htmlText, plainText } from './shown-text.ts';

export const renderAlert: BlockRender = (block, context) => {
  const { type, message, description } = block.properties;
  return [
    toNode('display', block, {
      attributes: { status: plainText(type) ?? 'info' },
      parts: [title(message), text(description)],
      children: renderAreas(block, context, ['action']),
    }),
  ];
};

export const renderResult: BlockRender = (block, context) => {
  const { status, title: heading, subTitle } = block.properties;
  return [
    toNode('display', block, {
      attributes: { status: plainText(status) ?? 'info' },
      parts: [title(heading), text(subTitle)],
      children: renderAreas(block, context),
    }),
  ];
};

/** Labels and values, as a list or as an object. */
export const renderDescriptions: BlockRender = (block, context) => {
  const { items, title: heading } = block.properties;
  const given = Array.isArray(items)
    ? items
    : Object.entries(asRecord(items)).map(([key, value]) => ({ key, value }));
  return [
    toNode('display', block, {
      parts: [title(heading), ...asArray(given).map(toDescription)],
      children: renderAreas(block, context, ['extra']),
    }),
  ];
};

function toDescription(item: unknown): ViewPart {
  const { key, label, value } =
    typeof item === 'object' ? asRecord(item) : { key: item, label: item, value: item };
  const shown = typeof value === 'string' ? (htmlText(value) ?? '') : (value ?? null);
  return { kind: 'field', name: htmlText(key) ?? htmlText(label) ?? '', value: shown };
}
