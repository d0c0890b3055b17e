import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { field, hint, rawText, text, title, toNode } from './block-node.ts';
import type { BlockRender } from './render-context.ts';
import { addressText, asArray, asRecord, iconName, plainText } from './shown-text.ts';

export const renderTitle: BlockRender = (block) => display(block, [title(block.properties.content)]);

export const renderParagraph: BlockRender = (block) => display(block, [text(block.properties.content)]);

/** Markdown is meant to be read as it is. */
export const renderMarkdown: BlockRender = (block) => display(block, [rawText(block.properties.content)]);

export const renderHtml: BlockRender = (block) => display(block, [text(block.properties.html)]);

export const renderDivider: BlockRender = (block) => display(block, [title(block.properties.title)]);

export const renderTag: BlockRender = (block) =>
  display(block, [title(block.properties.title ?? block.blockId)]);

export const renderIcon: BlockRender = (block) => {
  const { properties } = block;
  return display(block, [title(properties.title), hint('Icon', iconName(properties.name))]);
};

export const renderImage: BlockRender = (block) => {
  const { alt, src } = block.properties;
  return display(block, [title(alt), field('Source', addressText(src))]);
};

export const renderAvatar: BlockRender = (block) => {
  const { alt, content, group, icon, src } = block.properties;
  if (group) return display(block, [field('Avatars', avatarsOf(group))]);
  return display(block, [
    title(plainText(content) ?? plainText(alt)),
    hint('Icon', iconName(icon)),
    field('Source', addressText(src)),
  ]);
};

/** Those of a group, and how many of them are drawn. */
function avatarsOf(group: unknown): string[] {
  const { avatars, maxCount } = asRecord(group);
  const all = asArray(avatars).map((one) => {
    const { alt, content, src } = asRecord(one);
    return plainText(content) ?? plainText(alt) ?? addressText(src) ?? '';
  });
  const most = typeof maxCount === 'number' ? maxCount : all.length;
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all;
}

export const renderStatistic: BlockRender = (block) => {
  const { prefix, suffix } = block.properties;
  // An empty value is shown as zero.
  const value = plainText(block.properties.value) === undefined ? 0 : block.properties.value;
  const around = [prefix, value, suffix].map(plainText).filter((part) => part !== undefined);
  return display(block, [
    title(block.properties.title),
    { kind: 'field', name: 'Value', value: around.length > 1 ? around.join(' ') : value },
  ]);
};

export const renderProgress: BlockRender = (block) => {
  const { percent = 0, status, success } = block.properties;
  return display(block, [
    field('Percent', percent),
    field('Status', plainText(status)),
    field('Success percent', asRecord(success).percent),
  ]);
};

/** The text that a scanner would read; while something covers the code, nobody can. */
export const renderQrCode: BlockRender = (block) => {
  const { value, status = 'active' } = block.properties;
  const code = plainText(value);
  if (code === undefined) return [];
  const isReadable = status === 'active';
  return [
    toNode('display', block, {
      attributes: { status: !isReadable && plainText(status) },
      parts: [isReadable ? field('Code', code) : undefined],
    }),
  ];
};

/** A block that fails when drawn: people see nothing. */
export const renderThrow: BlockRender = ({ blockId, properties }, { warn }) => {
  const message = plainText(properties.message) ?? 'Intentional error thrown by Throw block';
  warn(`Block "${blockId}" could not be drawn: ${message.slice(0, 300)}`);
  return [];
};

/** With no text and no event, it is only decoration. */
function display(block: BlockSnapshot, parts: (ViewPart | undefined)[]): ReturnType<BlockRender> {
  const isEmpty = parts.every((part) => part === undefined) && block.events.length === 0;
  return isEmpty ? [] : [toNode('display', block, { parts })];
}
