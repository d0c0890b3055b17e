import type { EditorSchema } from './editor-schema.ts';
import { isWebAddress } from './is-web-address.ts';
import {
  addInline,
  type RichBlock,
  type RichCell,
  type RichInline,
  type RichMark,
  withMark,
} from './rich-document.ts';
import { parseRichHtmlTree, type RichHtmlElement, type RichHtmlNode } from './rich-html-tree.ts';

/** Block elements; everything else is part of a line. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li ol output p pre section table tbody tfoot thead tr td th ul'.split(
    ' ',
  ),
);

/** The document that an editor makes of HTML: only what it supports is kept. */
export function parseRichHtml(html: string, schema: EditorSchema): RichBlock[] {
  return atLeastOne(new Reader(schema).read(parseRichHtmlTree(html)));
}

export function atLeastOne(blocks: RichBlock[]): RichBlock[] {
  return blocks.length > 0 ? blocks : [{ type: 'paragraph', content: [] }];
}

/** Reads the content of one block. */
class Reader {
  readonly #schema: EditorSchema;
  readonly #blocks: RichBlock[] = [];
  /** The current line, and what it will become. */
  #line: RichInline[] | undefined;
  #level = 0;
  /**
   * Also at the start of a line, where spaces are dropped. Stored, because inspecting the growing text would be
   * quadratic.
   */
  #isAfterSpace = true;

  constructor(schema: EditorSchema) {
    this.#schema = schema;
  }

  read(nodes: RichHtmlNode[]): RichBlock[] {
    this.#readAll(nodes, []);
    this.#endLine();
    return this.#blocks;
  }

  #readAll(nodes: RichHtmlNode[], marks: RichMark[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.#addText(node, marks);
      else this.#addElement(node, marks);
    }
  }

  #addText(text: string, marks: RichMark[]): void {
    let collapsed = text.replace(/[ \t\r\n\f]+/g, ' ');
    if (this.#isAfterSpace) collapsed = collapsed.replace(/^ /, '');
    if (collapsed === '') return;
    this.#add({ type: 'text', text: collapsed, marks });
    this.#isAfterSpace = collapsed.endsWith(' ');
  }

  #add(inline: RichInline): void {
    this.#line ??= [];
    addInline(this.#line, inline);
    this.#isAfterSpace = inline.type === 'break';
  }

  #beginLine(level: number): void {
    this.#endLine();
    this.#line = [];
    this.#level = level;
  }

  #endLine(): void {
    if (this.#line) {
      const content = trimEnd(this.#line);
      this.#blocks.push(
        this.#level > 0 ? { type: 'heading', level: this.#level, content } : { type: 'paragraph', content },
      );
    }
    this.#line = undefined;
    this.#level = 0;
    this.#isAfterSpace = true;
  }

  #addBlock(block: RichBlock): void {
    this.#endLine();
    this.#blocks.push(block);
  }

  #addElement(element: RichHtmlElement, marks: RichMark[]): void {
    const { tag, attributes, children } = element;
    const { has, levels } = this.#schema;
    const inside = () => atLeastOne(new Reader(this.#schema).read(children));
    const level = Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0);
    if (tag === 'br')
      this.#add(has('hardBreak') ? { type: 'break', marks } : { type: 'text', text: ' ', marks });
    else if (tag === 'hr') has('horizontalRule') ? this.#addBlock({ type: 'rule' }) : this.#endLine();
    else if (tag === 'img') this.#addImage(attributes);
    else if (tag === 'p' || level > 0) {
      this.#beginLine(levels.includes(level) ? level : 0);
      this.#readAll(children, marks);
      this.#endLine();
    } else if (tag === 'pre' && has('codeBlock')) this.#addBlock(toCode(element));
    else if (tag === 'blockquote' && has('blockquote')) this.#addBlock({ type: 'quote', blocks: inside() });
    else if ((tag === 'ul' && has('bulletList')) || (tag === 'ol' && has('orderedList')))
      this.#addList(element);
    else if (tag === 'table' && has('table')) this.#addTable(element);
    else if (BLOCKS.has(tag)) {
      this.#endLine();
      this.#readAll(children, marks);
      this.#endLine();
    } else this.#readAll(children, marksOf(element, marks, this.#schema));
  }

  /** Embedded images (data URLs) are dropped. */
  #addImage({ src = '', alt, title }: Record<string, string>): void {
    if (src === '' || src.startsWith('data:') || !this.#schema.has('image')) return;
    this.#addBlock({
      type: 'image',
      src,
      ...(alt !== undefined && { alt }),
      ...(title !== undefined && { title }),
    });
  }

  #addList({ tag, attributes, children }: RichHtmlElement): void {
    const items: RichBlock[][] = [];
    const stray: RichHtmlNode[] = [];
    for (const child of children) {
      if (typeof child === 'string' && child.trim() === '') continue;
      if (typeof child === 'string' || child.tag !== 'li') stray.push(child);
      else items.push(this.#itemOf(child.children));
    }
    if (stray.length > 0 || items.length === 0) items.push(this.#itemOf(stray));
    const start = Number.parseInt(attributes.start ?? '1', 10);
    this.#addBlock({ type: 'list', ...(tag === 'ol' && { start: Number.isNaN(start) ? 1 : start }), items });
  }

  /** An item begins with a paragraph, an empty one if necessary. */
  #itemOf(children: RichHtmlNode[]): RichBlock[] {
    const blocks = new Reader(this.#schema).read(children);
    return blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph', content: [] }, ...blocks];
  }

  #addTable({ children }: RichHtmlElement): void {
    const rows = rowsIn(children).map((row) =>
      row.children.flatMap((cell) => (typeof cell === 'string' ? [] : this.#cellOf(cell))),
    );
    const width = Math.max(0, ...rows.map(widthOf));
    if (width === 0) {
      this.#endLine();
      return;
    }
    const filler = (): RichCell => ({ isHeader: false, columns: 1, rows: 1, blocks: atLeastOne([]) });
    this.#addBlock({
      type: 'table',
      rows: rows.map((row) => [...row, ...Array.from({ length: width - widthOf(row) }, filler)]),
    });
  }

  #cellOf({ tag, attributes, children }: RichHtmlElement): RichCell[] {
    if (tag !== 'td' && tag !== 'th') return [];
    const span = (text: string | undefined) =>
      Math.min(Math.max(1, Number.parseInt(text ?? '1', 10) || 1), 100);
    return [
      {
        isHeader: tag === 'th',
        columns: span(attributes.colspan),
        rows: span(attributes.rowspan),
        blocks: atLeastOne(new Reader(this.#schema).read(children)),
      },
    ];
  }
}

function widthOf(row: RichCell[]): number {
  return row.reduce((sum, { columns }) => sum + columns, 0);
}

function rowsIn(children: RichHtmlNode[]): RichHtmlElement[] {
  return children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.tag === 'tr') return [child];
    return /^t(head|body|foot)$/.test(child.tag) ? rowsIn(child.children) : [];
  });
}

function toCode(pre: RichHtmlElement): RichBlock {
  const [code] = pre.children.filter((child) => typeof child !== 'string' && child.tag === 'code');
  const given = typeof code === 'object' ? (code.attributes.class ?? '') : '';
  const language = /(?:^|\s)language-(\S+)/.exec(given)?.[1];
  return {
    type: 'code',
    language,
    text: textOf(pre)
      .replace(/^\r?\n/, '')
      .replace(/\r\n?/g, '\n'),
  };
}

function textOf({ children }: RichHtmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function marksOf({ tag, attributes }: RichHtmlElement, marks: RichMark[], schema: EditorSchema): RichMark[] {
  const style = attributes.style ?? '';
  const styled = (rule: RegExp) => rule.test(style);
  const wanted: (RichMark | false)[] = [
    tag === 'a' && isWebAddress(attributes.href ?? '') && { type: 'link', href: attributes.href ?? '' },
    (/^(strong|b)$/.test(tag)
      ? !styled(/font-weight:\s*normal/i)
      : styled(/font-weight:\s*(bold|[5-9]\d\d)/i)) && {
      type: 'bold',
    },
    (/^(em|i)$/.test(tag) ? !styled(/font-style:\s*normal/i) : styled(/font-style:\s*italic/i)) && {
      type: 'italic',
    },
    (/^(s|del|strike)$/.test(tag) || styled(/text-decoration[^;]*line-through/i)) && { type: 'strike' },
    tag === 'mark' && toHighlight(attributes, schema),
    tag === 'code' && { type: 'code' },
  ];
  let all = marks;
  for (const mark of wanted) if (mark && schema.has(mark.type)) all = withMark(all, mark);
  return all;
}

function toHighlight(attributes: Record<string, string>, { hasColors }: EditorSchema): RichMark {
  const styled = /background-color:\s*([^;]+)/i.exec(attributes.style ?? '')?.[1]?.trim();
  const color = attributes['data-color'] ?? styled;
  return { type: 'highlight', ...(hasColors && color !== undefined && isColor(color) && { color }) };
}

function isColor(text: string): boolean {
  return /^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i.test(text);
}

function trimEnd(line: RichInline[]): RichInline[] {
  const last = line.at(-1);
  if (last?.type === 'text') last.text = last.text.replace(/ $/, '');
  return last?.type === 'text' && last.text === '' ? line.slice(0, -1) : line;
}
