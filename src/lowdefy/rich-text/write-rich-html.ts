import { type EditorSchema, mentionLabel } from './editor-schema.ts';
import {
  isSameMark,
  type RichBlock,
  type RichCell,
  type RichInline,
  type RichMark,
} from './rich-document.ts';

/** The document as the editor writes it. */
export function writeRichHtml(blocks: RichBlock[], schema: EditorSchema): string {
  return blocks.map((block) => writeBlock(block, schema)).join('');
}

function writeBlock(block: RichBlock, schema: EditorSchema): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${writeLine(block.content, schema)}</p>`;
    case 'heading':
      return `<h${block.level}>${writeLine(block.content, schema)}</h${block.level}>`;
    case 'code':
      return `<pre><code${attributes({ class: block.language && `language-${block.language}` })}>${escapeHtml(block.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>${writeRichHtml(block.blocks, schema)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${writeRichHtml(item, schema)}</li>`).join('');
      if (block.start === undefined) return `<ul>${items}</ul>`;
      return `<ol${attributes({ start: block.start === 1 ? undefined : block.start })}>${items}</ol>`;
    }
    case 'rule':
      return '<hr>';
    case 'image':
      return `<img${attributes({ src: block.src, alt: block.alt, title: block.title, style: schema.imageStyle })}>`;
    case 'table':
      return writeTable(block.rows, schema);
  }
}

/** Columns get no width, only a minimum width. */
function writeTable(rows: RichCell[][], schema: EditorSchema): string {
  const width = (rows[0] ?? []).reduce((sum, { columns }) => sum + columns, 0);
  const column = '<col style="min-width: 25px;">';
  const body = rows.map((row) => `<tr>${row.map((cell) => writeCell(cell, schema)).join('')}</tr>`).join('');
  return `<table class="tiptap-table" style="min-width: ${25 * width}px;"><colgroup>${column.repeat(width)}</colgroup><tbody>${body}</tbody></table>`;
}

function writeCell({ isHeader, columns, rows, blocks }: RichCell, schema: EditorSchema): string {
  const tag = isHeader ? 'th' : 'td';
  return `<${tag} colspan="${columns}" rowspan="${rows}">${writeRichHtml(blocks, schema)}</${tag}>`;
}

/** A mark over several pieces is one element around them. */
function writeLine(line: RichInline[], schema: EditorSchema): string {
  let html = '';
  let open: RichMark[] = [];
  for (const inline of line) {
    const { marks } = inline;
    let kept = 0;
    while (kept < Math.min(open.length, marks.length) && isSameMark(open[kept], marks[kept])) kept++;
    html += closing(open.slice(kept)) + marks.slice(kept).map(opening).join('') + writeInline(inline, schema);
    open = marks;
  }
  return html + closing(open);
}

function writeInline(inline: RichInline, schema: EditorSchema): string {
  if (inline.type === 'text') return escapeHtml(inline.text);
  if (inline.type === 'break') return '<br>';
  const { char = '@', hrefOf } = schema.mentions ?? {};
  const href = hrefOf ? String(hrefOf(inline.item)) : undefined;
  const tag = href === undefined ? 'span' : 'a';
  const own = {
    'data-type': 'mention',
    class: 'tiptap-mention',
    'data-id': String(inline.item),
    'data-mention-suggestion-char': char,
  };
  return `<${tag}${attributes({ href, ...own })}>${escapeHtml(char + mentionLabel(inline.item))}</${tag}>`;
}

const TAGS = {
  link: 'a',
  bold: 'strong',
  code: 'code',
  italic: 'em',
  strike: 's',
  highlight: 'mark',
} as const;

function opening(mark: RichMark): string {
  return `<${TAGS[mark.type]}${attributes(markAttributes(mark))}>`;
}

function markAttributes(mark: RichMark): Record<string, string | undefined> {
  if (mark.type === 'link') return { target: '_blank', rel: 'noopener noreferrer nofollow', href: mark.href };
  if (mark.type !== 'highlight') return {};
  const { color } = mark;
  const style = color === undefined ? '' : ` background-color: ${color}; color: inherit;`;
  return { 'data-color': color, style: `padding: 0px;${style}` };
}

function closing(marks: RichMark[]): string {
  return marks
    .map(({ type }) => `</${TAGS[type]}>`)
    .reverse()
    .join('');
}

function attributes(given: Record<string, string | number | undefined>): string {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value)).replaceAll('"', '&quot;')}"`)
    .join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
}
