import { type EditorSchema, mentionLabel } from './editor-schema.ts';
import { nestMarks, type Piece } from './nest-marks.ts';
import type { RichBlock, RichInline, RichMark } from './rich-document.ts';

/** The document as markdown that reads back as the same document, for readers who edit it here. */
export function writeRichMarkdown(blocks: RichBlock[], schema: EditorSchema): string {
  return writeAll(blocks, schema).trimEnd();
}

function writeAll(blocks: RichBlock[], schema: EditorSchema): string {
  const written: string[] = [];
  let isOther = false;
  let before: RichBlock | undefined;
  for (const block of blocks) {
    // Two adjacent lists with the same mark would be one.
    isOther = before?.type === 'list' && block.type === 'list' && !isOther;
    const text = writeBlock(block, schema, isOther);
    if (text === '') continue;
    written.push(text);
    before = block;
  }
  return written.join('\n\n');
}

function writeBlock(block: RichBlock, schema: EditorSchema, isOther: boolean): string {
  switch (block.type) {
    case 'paragraph':
      return writeLine(block.content, schema);
    case 'heading':
      return `${'#'.repeat(block.level)} ${writeLine(block.content, schema).replaceAll('\n', ' ')}`;
    case 'code': {
      const ticks: string[] = block.text.match(/`{3,}/g) ?? [];
      const fence = '`'.repeat(Math.max(3, ...ticks.map(({ length }) => length + 1)));
      return `${fence}${block.language ?? ''}\n${block.text}\n${fence}`;
    }
    case 'quote':
      return writeAll(block.blocks, schema).replace(/^/gm, '> ');
    case 'list':
      return block.items
        .map((item, i) => {
          const bullet = isOther ? '* ' : '- ';
          const mark = block.start === undefined ? bullet : `${block.start + i}${isOther ? ')' : '.'} `;
          return `${mark}${writeAll(item, schema).replaceAll('\n', `\n${' '.repeat(mark.length)}`)}`;
        })
        .join('\n');
    case 'rule':
      return '---';
    case 'image': {
      const title = block.title ? ` "${block.title.replaceAll('"', "'")}"` : '';
      return `![${(block.alt ?? '').replace(/([[\]\\])/g, '\\$1')}](${writeAddress(block.src)}${title})`;
    }
    case 'table': {
      const rows = block.rows.map(
        (row) =>
          `| ${row.map((cell) => writeAll(cell.blocks, schema).replace(/\n+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`,
      );
      const line = `|${' --- |'.repeat(block.rows[0]?.length ?? 1)}`;
      return [rows[0], line, ...rows.slice(1)].join('\n');
    }
  }
}

function writeLine(line: RichInline[], schema: EditorSchema): string {
  const pieces = line.map((inline) => toPiece(inline, schema));
  // What would begin something else at the start of a line.
  return nestMarks(pieces, writeMarked)
    .replace(/^( {0,3})([-+>|]|#{1,6}(?= |$)|=+$)/gm, '$1\\$2')
    .replace(/^( {0,3}\d{1,9})([.)])/gm, '$1\\$2');
}

function toPiece(inline: RichInline, schema: EditorSchema): Piece {
  const { marks } = inline;
  if (inline.type === 'break') return { written: '\n', plain: '', marks };
  if (inline.type === 'mention') {
    const name = `${schema.mentions?.char ?? '@'}${mentionLabel(inline.item)}`;
    return { written: name, plain: name, marks };
  }
  const isCode = marks.some(({ type }) => type === 'code');
  const escaped = inline.text.replace(/([\\`*_[\]<]|~~|==|!(?=\[))/g, '\\$1');
  return { written: isCode ? inline.text : escaped, plain: inline.text, marks };
}

function writeMarked(content: string, mark: RichMark, next: string): string {
  switch (mark.type) {
    case 'bold':
      return `**${content}**`;
    case 'italic':
      // Inside a word, an underscore is just a character.
      return /^[\p{L}\p{N}]/u.test(next) ? `*${content}*` : `_${content}_`;
    case 'strike':
      return `~~${content}~~`;
    case 'highlight':
      return `==${content}==`;
    case 'link':
      return `[${content}](${writeAddress(mark.href)})`;
    case 'code':
      return writeCode(content);
  }
}

function writeAddress(address: string): string {
  return /[\s()<>\\]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address;
}

function writeCode(text: string): string {
  const ticks: string[] = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...ticks.map(({ length }) => length)) + 1);
  const isSpaced = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  const isPadded = isSpaced || text.startsWith('`') || text.endsWith('`');
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
