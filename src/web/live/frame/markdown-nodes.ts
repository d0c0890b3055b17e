import { makeElement } from '../../page/make-element.ts';
import { type Block, parseBlocks } from '../../page/markdown/parse-blocks.ts';
import { type Inline, parseInline } from '../../page/markdown/parse-inline.ts';

/** What the agent writes, as elements. Nothing in it becomes HTML by itself, so nothing has to be cleaned. */
export function toMarkdownNodes(text: string): Node[] {
  return parseBlocks(text).map(toBlock);
}

/** The same without its marks, on one line. */
export function toPlainText(text: string): string {
  return toMarkdownNodes(text)
    .map((node) => {
      const parts = node instanceof Element ? [...node.querySelectorAll('li, th, td')] : [];
      return parts.length > 0 ? parts.map((part) => part.textContent).join(', ') : node.textContent;
    })
    .join(' ');
}

function toBlock(block: Block): Node {
  switch (block.type) {
    case 'paragraph':
      return makeElement('p', {}, ...toInlines(block.text));
    // A line of a talk is no part of the page's outline.
    case 'heading':
      return makeElement('p', {}, makeElement('strong', {}, ...toInlines(block.text)));
    case 'code':
      return makeElement('pre', { tabindex: '0' }, makeElement('code', {}, block.text));
    case 'quote':
      return makeElement('blockquote', {}, ...block.blocks.map(toBlock));
    case 'rule':
      return makeElement('hr');
    case 'list': {
      const items = block.items.map((item) => makeElement('li', {}, ...item.map(toBlock)));
      return block.start === undefined
        ? makeElement('ul', {}, ...items)
        : makeElement('ol', { start: String(block.start) }, ...items);
    }
    case 'table': {
      const toRow = (cells: string[], tag: 'th' | 'td') =>
        makeElement('tr', {}, ...cells.map((cell) => makeElement(tag, {}, ...toInlines(cell))));
      const rows = block.rows.map((row) => toRow(row, 'td'));
      return makeElement('table', {}, toRow(block.head, 'th'), ...rows);
    }
  }
}

function toInlines(text: string): Node[] {
  return parseInline(text).map(toInline);
}

const TAGS = { code: 'code', strong: 'strong', emphasis: 'em', deleted: 'del' } as const;

function toInline(piece: Inline): Node {
  switch (piece.type) {
    case 'text':
      return document.createTextNode(piece.text);
    case 'break':
      return makeElement('br');
    case 'code':
      return makeElement('code', {}, piece.text);
    case 'link': {
      const rel = 'noopener noreferrer nofollow';
      return makeElement('a', { href: piece.href, target: '_blank', rel }, ...piece.children.map(toInline));
    }
    default:
      return makeElement(TAGS[piece.type], {}, ...piece.children.map(toInline));
  }
}
