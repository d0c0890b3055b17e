import { type EditorSchema, mentionLabel } from './editor-schema.ts';
import type { RichBlock, RichInline } from './rich-document.ts';

/** The plain text, as the editor returns it: an empty line before every block but the first, containers included. */
export function writeRichText(blocks: RichBlock[], schema: EditorSchema): string {
  return writeAll(blocks, schema).replace(/^\n\n/, '');
}

function writeAll(blocks: RichBlock[], schema: EditorSchema): string {
  return blocks.map((block) => `\n\n${writeBlock(block, schema)}`).join('');
}

function writeBlock(block: RichBlock, schema: EditorSchema): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.content.map((inline) => inlineText(inline, schema)).join('');
    case 'code':
      return block.text;
    case 'quote':
      return writeAll(block.blocks, schema);
    case 'list':
      return block.items.map((item) => `\n\n${writeAll(item, schema)}`).join('');
    case 'table':
      return block.rows
        .map((row) => `\n\n${row.map((cell) => `\n\n${writeAll(cell.blocks, schema)}`).join('')}`)
        .join('');
    default:
      return '';
  }
}

export function inlineText(inline: RichInline, schema: EditorSchema): string {
  if (inline.type === 'text') return inline.text;
  if (inline.type === 'break') return '\n';
  return `${schema.mentions?.char ?? '@'}${mentionLabel(inline.item)}`;
}
