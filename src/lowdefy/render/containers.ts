import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { field, note, rawText, renderAreas, title, toNode } from './block-node.ts';
import { labelOf } from './input-node.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { addressText, htmlText, plainText } from './shown-text.ts';

/** Only for layout: its children replace it, unless it has events. */
export const renderLayout: BlockRender = (block, context) => keepOrFlatten(block, context, []);

/** A box shows its own content instead of its children. */
export const renderBox: BlockRender = (block, context) => {
  const content = rawText(block.properties.content);
  return content ? [toNode('display', block, { parts: [content] })] : renderLayout(block, context);
};

export const renderTitled: BlockRender = (block, context) =>
  keepOrFlatten(block, context, [title(block.properties.title)]);

export const renderLabel: BlockRender = (block, context) => {
  const { properties } = block;
  // Blocks in its area replace the title.
  const label = block.areas.label ? undefined : labelOf(block.blockId, properties);
  return keepOrFlatten(block, context, [label, note(properties.extra)]);
};

/** What appears on hover. */
export const renderTooltip: BlockRender = (block, context) => {
  const hint = htmlText(block.properties.title) ?? htmlText(block.properties.content);
  return keepOrFlatten(block, context, [field('Tooltip', hint)]);
};

export const renderBadge: BlockRender = (block, context) => {
  const { count, showZero, text, dot, status } = block.properties;
  const isShown = count !== 0 || showZero === true;
  return keepOrFlatten(block, context, [
    isShown ? field('Count', count) : undefined,
    field('Status', plainText(status)),
    field('Badge', plainText(text)),
    dot === true ? note('Marked with a dot') : undefined,
  ]);
};

export const renderComment: BlockRender = (block, context) => {
  const { author, datetime, content } = block.properties;
  const replaced = [...(author ? ['author'] : []), ...(content ? ['content'] : [])];
  return [
    toNode('container', block, {
      parts: [title(author), field('Time', plainText(datetime)), rawText(content)],
      children: renderAreas(without(block, replaced), context),
    }),
  ];
};

/** Slides are behind each other; each can be reached. */
export const renderCarousel: BlockRender = (block, context) => keepOrFlatten(block, context, []);

/** What is written across its content. */
export const renderWatermark: BlockRender = (block, context) => {
  const { text, image } = block.properties;
  const written = image
    ? addressText(image)
    : [text]
        .flat()
        .flatMap((line) => plainText(line) ?? [])
        .join(' ');
  return keepOrFlatten(block, context, [field('Watermark', written)]);
};

function keepOrFlatten(
  block: BlockSnapshot,
  context: RenderContext,
  parts: (ViewPart | undefined)[],
): ReturnType<BlockRender> {
  const children = renderAreas(block, context);
  const isBare = block.events.length === 0 && parts.every((part) => part === undefined);
  return isBare ? children : [toNode('container', block, { parts, children })];
}

export function without(block: BlockSnapshot, areas: string[]): BlockSnapshot {
  const kept = Object.entries(block.areas).filter(([key]) => !areas.includes(key));
  return { ...block, areas: Object.fromEntries(kept) };
}
