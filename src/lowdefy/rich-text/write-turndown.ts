import type { EditorSchema } from './editor-schema.ts';
import { nestMarks, type Piece } from './nest-marks.ts';
import type { RichBlock, RichInline, RichMark } from './rich-document.ts';
import { inlineText } from './write-rich-text.ts';

/**
 * Markdown as the component itself puts it into its value, for apps that store it: without what its converter does
 * not support, namely tables, highlights and strikethrough.
 */
export function writeTurndown(blocks: RichBlock[], schema: EditorSchema): string {
  return writeAll(blocks, schema)
    .replace(/^[\t\r\n]+/, '')
    .replace(/\s+$/, '');
}

function writeAll(blocks: RichBlock[], schema: EditorSchema): string {
  return joinAll(blocks.map((block) => writeBlock(block, schema)));
}

/** Between two pieces there are as many line breaks as either wants, at most two. */
function joinAll(pieces: string[]): string {
  let joined = '';
  let breaks = 0;
  for (const piece of pieces) {
    let start = 0;
    while (piece.charAt(start) === '\n') start++;
    let end = piece.length;
    while (end > start && piece.charAt(end - 1) === '\n') end--;
    breaks = Math.min(2, Math.max(breaks, start));
    if (start === piece.length) continue;
    joined += '\n'.repeat(breaks) + piece.slice(start, end);
    breaks = piece.length - end;
  }
  return joined + '\n'.repeat(breaks);
}

/** On its own lines; empty blocks, without even a line break, are left out. */
const alone = (text: string) => (/^\n*$/.test(text) ? '\n\n' : `\n\n${text}\n\n`);

function writeBlock(block: RichBlock, schema: EditorSchema): string {
  switch (block.type) {
    case 'paragraph':
      return alone(writeLine(block.content, schema));
    case 'heading': {
      const text = writeLine(block.content, schema);
      if (text === '') return '\n\n';
      if (block.level > 2) return alone(`${'#'.repeat(block.level)} ${text}`);
      return alone(`${text}\n${(block.level === 1 ? '=' : '-').repeat(text.length)}`);
    }
    case 'code':
      return block.text.trim() === '' ? '\n\n' : `\n\n    ${block.text.replaceAll('\n', '\n    ')}\n\n`;
    case 'quote': {
      const inside = writeAll(block.blocks, schema).replace(/^\n+|\n+$/g, '');
      return inside === '' ? '\n\n' : alone(inside.replace(/^/gm, '> '));
    }
    case 'list':
      return alone(writeItems(block.items, block.start, schema));
    case 'rule':
      return alone('* * *');
    case 'image':
      return `![](${encodeURI(block.src)})`;
    case 'table':
      return alone(
        joinAll(
          block.rows.map((row) => alone(joinAll(row.map((cell) => alone(writeAll(cell.blocks, schema)))))),
        ),
      );
  }
}

function writeItems(items: RichBlock[][], start: number | undefined, schema: EditorSchema): string {
  return joinAll(
    items.map((item, i) => {
      const mark = start === undefined ? '*   ' : `${start + i}.  `;
      const inside = writeItem(item, schema);
      if (/^\n*$/.test(inside)) return '\n\n';
      const content = inside.replace(/^\n+/, '').replace(/\n+$/, '\n').replaceAll('\n', '\n    ');
      return `${mark}${content}${i < items.length - 1 && !content.endsWith('\n') ? '\n' : ''}`;
    }),
  );
}

/** A list at the end of an item directly follows what is before it. */
function writeItem(item: RichBlock[], schema: EditorSchema): string {
  const last = item.at(-1);
  if (last?.type !== 'list') return writeAll(item, schema);
  const inner = writeItems(last.items, last.start, schema);
  return joinAll([writeAll(item.slice(0, -1), schema), /^\n*$/.test(inner) ? '\n\n' : `\n${inner}`]);
}

function writeLine(line: RichInline[], schema: EditorSchema): string {
  const texts = line.map((inline) => (inline.type === 'break' ? '\n' : inlineText(inline, schema)));
  const pieces = collapse(texts).map((plain, i): Piece => {
    const inline = line[i] ?? { type: 'break', marks: [] };
    const { marks } = inline;
    if (inline.type === 'break') return { written: '  \n', plain: '', marks };
    const isCode = marks.some((mark) => mark.type === 'code');
    const written = isCode ? plain : escapeMarkdown(plain);
    const { hrefOf } = schema.mentions ?? {};
    if (inline.type !== 'mention' || !hrefOf) return { written, plain, marks };
    return { written: marked(written, { type: 'link', href: String(hrefOf(inline.item)) }), plain, marks };
  });
  return nestMarks(pieces, marked);
}

/** As browsers collapse spaces: several to one, and none at the start and end of a line. */
function collapse(texts: string[]): string[] {
  const collapsed = texts.map((text) => (text === '\n' ? text : text.replace(/[ \t\r\n]+/g, ' ')));
  let before = '\n';
  for (const [i, text] of collapsed.entries()) {
    if (/[ \n]$/.test(before) && text !== '\n') collapsed[i] = text.replace(/^ /, '');
    before = collapsed[i] || before;
  }
  let after = '\n';
  for (const [i, text] of [...collapsed.entries()].reverse()) {
    if (after.startsWith('\n') && text !== '\n') collapsed[i] = text.replace(/ $/, '');
    after = collapsed[i] || after;
  }
  return collapsed;
}

function marked(content: string, mark: RichMark): string {
  switch (mark.type) {
    case 'bold':
      return content.trim() === '' ? '' : `**${content}**`;
    case 'italic':
      return content.trim() === '' ? '' : `_${content}_`;
    case 'link':
      return `[${content}](${mark.href.replace(/([()])/g, '\\$1')})`;
    case 'code': {
      const fences: string[] = content.match(/`+/g) ?? [];
      let fence = '`';
      while (fences.includes(fence)) fence += '`';
      const isSpaced = content.startsWith(' ') && content.endsWith(' ') && content.trim() !== '';
      const space = isSpaced || content.startsWith('`') || content.endsWith('`') ? ' ' : '';
      return `${fence}${space}${content}${space}${fence}`;
    }
    default:
      return content;
  }
}

const ESCAPES: [RegExp, string][] = [
  [/\\/g, '\\\\'],
  [/\*/g, '\\*'],
  [/^-/, '\\-'],
  [/^\+ /, '\\+ '],
  [/^(=+)/, '\\$1'],
  [/^(#{1,6}) /, '\\$1 '],
  [/`/g, '\\`'],
  [/^~~~/, '\\~~~'],
  [/\[/g, '\\['],
  [/\]/g, '\\]'],
  [/^>/, '\\>'],
  [/_/g, '\\_'],
  [/^(\d+)\. /, '$1\\. '],
];

/** Characters that would be read as markdown. */
function escapeMarkdown(text: string): string {
  return ESCAPES.reduce((escaped, [pattern, replacement]) => escaped.replace(pattern, replacement), text);
}
