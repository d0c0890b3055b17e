// By hand: a library makes HTML or its own tree; this makes the editor's document, with only what its settings keep.
import type { EditorSchema } from './editor-schema.ts';
import { atLeastOne } from './parse-rich-html.ts';
import { parseRichInline } from './parse-rich-inline.ts';
import type { RichBlock, RichCell, RichInline } from './rich-document.ts';

/** Deeper nesting is plain text. */
const MAX_DEPTH = 12;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( {1,4})(?! )|(?= {5})( )|$)/;
const COLUMNS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * The document that an editor would contain after somebody typed this markdown. A line break stays one; HTML is text,
 * and so is everything the editor does not support.
 */
export function parseRichMarkdown(text: string, schema: EditorSchema): RichBlock[] {
  return atLeastOne(readBlocks(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), schema, 0));
}

function readBlocks(lines: string[], schema: EditorSchema, depth: number): RichBlock[] {
  const blocks: RichBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(...toParagraphs(paragraph.join('\n'), schema));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const under = paragraph.length > 0 ? UNDERLINE.exec(line) : null;
    const read = under
      ? undefined
      : readBlock(lines, at, { schema, depth, isInParagraph: paragraph.length > 0 });
    if (under) {
      const level = under[1]?.startsWith('=') ? 1 : 2;
      blocks.push(...toHeading(level, paragraph.join('\n'), schema));
      paragraph = [];
    } else if (read) {
      endParagraph();
      blocks.push(...read.blocks);
    } else if (line.trim() === '') endParagraph();
    else paragraph.push(paragraph.length === 0 ? line.trimStart() : line);
    at = read ? read.next : at + 1;
  }
  endParagraph();
  return blocks;
}

interface Place {
  schema: EditorSchema;
  depth: number;
  isInParagraph: boolean;
}

interface Read {
  blocks: RichBlock[];
  next: number;
}

/** The block that begins at a line, if it is more than a paragraph. */
function readBlock(lines: string[], at: number, place: Place): Read | undefined {
  const { schema, depth, isInParagraph } = place;
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line);
  if (fence && schema.has('codeBlock')) return readFence(lines, at, fence);
  const [, marks, title = ''] = HEADING.exec(line) ?? [];
  if (marks !== undefined) return { blocks: toHeading(marks.length, title, schema), next: at + 1 };
  if (RULE.test(line))
    return { blocks: schema.has('horizontalRule') ? [{ type: 'rule' }] : [], next: at + 1 };
  if (depth >= MAX_DEPTH) return undefined;
  if (QUOTE.test(line) && schema.has('blockquote')) return readQuote(lines, at, place);
  const item = ITEM.exec(line);
  if (item && canBegin(item, isInParagraph, schema)) return readList(lines, at, item, place);
  if (line.includes('|') && COLUMNS.test(lines[at + 1] ?? '') && schema.has('table'))
    return readTable(lines, at, schema);
  if (!isInParagraph && /^ {4}/.test(line) && line.trim() !== '' && schema.has('codeBlock'))
    return readIndented(lines, at);
  return undefined;
}

function toHeading(level: number, text: string, schema: EditorSchema): RichBlock[] {
  const blocks = toParagraphs(text, schema);
  const [first, ...rest] = blocks;
  if (!schema.levels.includes(level)) return blocks;
  if (first?.type !== 'paragraph') return [{ type: 'heading', level, content: [] }, ...blocks];
  return [{ type: 'heading', level, content: first.content }, ...rest];
}

/** Images are between paragraphs, never in one. */
function toParagraphs(text: string, schema: EditorSchema): RichBlock[] {
  const blocks: RichBlock[] = [];
  let line: RichInline[] = [];
  const end = () => {
    const content = withoutEdges(line);
    if (content.length > 0) blocks.push({ type: 'paragraph', content });
    line = [];
  };
  for (const part of parseRichInline(text.trimEnd(), schema)) {
    if (part.type !== 'image') line.push(part);
    else {
      end();
      blocks.push(part);
    }
  }
  end();
  return blocks;
}

/** Without line breaks and spaces around an image. */
function withoutEdges(line: RichInline[]): RichInline[] {
  const isEdge = (inline: RichInline) =>
    inline.type === 'break' || (inline.type === 'text' && inline.text.trim() === '');
  const from = line.findIndex((inline) => !isEdge(inline));
  const to = line.findLastIndex((inline) => !isEdge(inline));
  return from < 0 ? [] : line.slice(from, to + 1);
}

function readFence(lines: string[], at: number, [, fence = '', language = '']: RegExpExecArray): Read {
  const isEnd = (line: string) => line.trim().startsWith(fence) && /^([`~])\1*$/.test(line.trim());
  const end = lines.findIndex((line, i) => i > at && isEnd(line));
  const code = lines.slice(at + 1, end < 0 ? lines.length : end);
  const text = code.join('\n');
  return {
    blocks: [{ type: 'code', language: language || undefined, text }],
    next: end < 0 ? lines.length : end + 1,
  };
}

function readIndented(lines: string[], at: number): Read {
  let next = at;
  while (next < lines.length && /^( {4}| *$)/.test(lines[next] ?? '')) next++;
  const text = lines
    .slice(at, next)
    .map((line) => line.slice(4))
    .join('\n')
    .replace(/\n+$/, '');
  return { blocks: [{ type: 'code', language: undefined, text }], next };
}

function readQuote(lines: string[], at: number, { schema, depth }: Place): Read {
  let next = at;
  while (next < lines.length && QUOTE.test(lines[next] ?? '')) next++;
  const inside = lines.slice(at, next).map((line) => line.replace(QUOTE, ''));
  return { blocks: [{ type: 'quote', blocks: atLeastOne(readBlocks(inside, schema, depth + 1)) }], next };
}

/** A line in a paragraph begins a list only if it cannot be a number that happens to be there. */
function canBegin(
  [line, , mark = '']: RegExpExecArray,
  isInParagraph: boolean,
  schema: EditorSchema,
): boolean {
  const isBullet = /^[-*+]$/.test(mark);
  if (!schema.has(isBullet ? 'bulletList' : 'orderedList')) return false;
  return !isInParagraph || (line !== line.trimEnd() && (isBullet || Number.parseInt(mark, 10) === 1));
}

function readList(lines: string[], at: number, first: RegExpExecArray, { schema, depth }: Place): Read {
  const kindOf = (mark = '') => mark.replace(/\d+/, '1');
  const kind = kindOf(first[2]);
  const items: RichBlock[][] = [];
  let next = at;
  while (next < lines.length) {
    const found = ITEM.exec(lines[next] ?? '');
    if (!found || kindOf(found[2]) !== kind || RULE.test(lines[next] ?? '')) break;
    const indent = found[0].length + (found[3] === undefined && found[4] === undefined ? 1 : 0);
    const inside = [(lines[next] ?? '').slice(found[0].length)];
    next++;
    for (; next < lines.length; next++) {
      const line = lines[next] ?? '';
      const isIn = line.startsWith(' '.repeat(indent));
      const isBlank = line.trim() === '';
      const follows = inside.at(-1)?.trim() !== '' && !isBlank && !readsAsBlock(line, schema);
      if (!isIn && !isBlank && !follows) break;
      inside.push(isIn ? line.slice(indent) : isBlank ? '' : line.trimStart());
    }
    items.push(toItem(readBlocks(inside, schema, depth + 1)));
  }
  const start = /^[-*+]$/.test(kind) ? {} : { start: Number.parseInt(first[2] ?? '1', 10) };
  return { blocks: [{ type: 'list', ...start, items }], next };
}

function readsAsBlock(line: string, schema: EditorSchema): boolean {
  return readBlock([line], 0, { schema, depth: 0, isInParagraph: false }) !== undefined || ITEM.test(line);
}

function toItem(blocks: RichBlock[]): RichBlock[] {
  return blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph', content: [] }, ...blocks];
}

function readTable(lines: string[], at: number, schema: EditorSchema): Read {
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? '').trim() !== '' && (lines[next] ?? '').includes('|'))
    next++;
  const width = cellsOf(lines[at] ?? '').length;
  const rows = [lines[at] ?? '', ...lines.slice(at + 2, next)].map((line, row) => {
    const cells = cellsOf(line);
    return Array.from({ length: width }, (_, i): RichCell => {
      const blocks = atLeastOne(toParagraphs(cells[i] ?? '', schema));
      return { isHeader: row === 0, columns: 1, rows: 1, blocks };
    });
  });
  return { blocks: [{ type: 'table', rows }], next };
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
