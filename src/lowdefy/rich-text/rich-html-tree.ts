import { decodeEntities } from '../../lib/decode-entities.ts';

export interface RichHtmlElement {
  tag: string;
  attributes: Record<string, string>;
  children: RichHtmlNode[];
}

export type RichHtmlNode = string | RichHtmlElement;

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Their text is not HTML; only their own closing tag ends them. */
const RAW = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'template',
  'noscript',
  'iframe',
  'svg',
  'math',
]);
/** A paragraph ends where one of these begins. */
const ENDS_PARAGRAPH = new Set(
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
);
/** What an opening tag closes, and inside what. */
const ENDS: Record<string, { ends: string[]; inside: string[] }> = {
  li: { ends: ['li'], inside: ['ul', 'ol'] },
  dt: { ends: ['dt', 'dd'], inside: ['dl'] },
  dd: { ends: ['dt', 'dd'], inside: ['dl'] },
  td: { ends: ['td', 'th'], inside: ['tr', 'table'] },
  th: { ends: ['td', 'th'], inside: ['tr', 'table'] },
  tr: { ends: ['tr'], inside: ['table'] },
  thead: { ends: ['thead', 'tbody', 'tfoot'], inside: ['table'] },
  tbody: { ends: ['thead', 'tbody', 'tfoot'], inside: ['table'] },
  tfoot: { ends: ['thead', 'tbody', 'tfoot'], inside: ['table'] },
};
const CELLS = ['td', 'th', 'table', 'caption'];
/** Deeper nesting is flattened. */
const MAX_DEPTH = 60;

/**
 * HTML as a tree, as tolerant of what people write as browsers are. Nothing in it is run or loaded.
 * By hand: parse5 follows the standard into n² elements (27 KB of nested <b> before <p> take it 1.5 GB); this is linear.
 */
export function parseRichHtmlTree(html: string): RichHtmlNode[] {
  const root: RichHtmlElement = { tag: '', attributes: {}, children: [] };
  const open = [root];
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start < 0 || start > at) addText(html.slice(at, start < 0 ? html.length : start));
    if (start < 0) break;
    at = readMarkup(start);
  }
  return root.children;

  function addText(text: string): void {
    const { children = [] } = open.at(-1) ?? {};
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + decodeEntities(text);
    else children.push(decodeEntities(text));
  }

  /** Returns where to continue. What is not closed before the end is dropped, as in browsers. */
  function readMarkup(start: number): number {
    if (html.startsWith('<!--', start)) return after('-->', start + 4);
    const [, slash, name] = /^<(\/?)([a-z][^\s/>]*)/i.exec(html.slice(start, start + 100)) ?? [];
    if (name === undefined) {
      if (/^<[!?/]/.test(html.slice(start, start + 2))) return after('>', start);
      addText('<');
      return start + 1;
    }
    const tag = name.toLowerCase();
    const from = start + 1 + (slash ? 1 : 0) + name.length;
    const end = endOfTag(html, from);
    if (end < 0) return html.length;
    if (slash) close(tag);
    else if (RAW.has(tag)) return afterRaw(tag, end + 1);
    else openElement(tag, html.slice(from, end));
    return end + 1;
  }

  function after(what: string, from: number): number {
    const found = html.indexOf(what, from);
    return found < 0 ? html.length : found + what.length;
  }

  function afterRaw(tag: string, from: number): number {
    const closing = new RegExp(`</${tag}[\\s/>]`, 'gi');
    closing.lastIndex = from;
    const found = closing.exec(html);
    return found ? after('>', found.index) : html.length;
  }

  function openElement(tag: string, text: string): void {
    if (ENDS_PARAGRAPH.has(tag)) endInside(['p'], CELLS);
    if (tag === 'a') endInside(['a'], CELLS);
    const rule = ENDS[tag];
    if (rule) endInside(rule.ends, rule.inside);
    const element: RichHtmlElement = { tag, attributes: toAttributes(text), children: [] };
    open.at(-1)?.children.push(element);
    if (!VOID.has(tag) && open.length < MAX_DEPTH) open.push(element);
  }

  /** Closes the innermost open element of these, unless a boundary is nearer. */
  function endInside(tags: string[], boundary: string[]): void {
    for (let i = open.length - 1; i > 0; i--) {
      const { tag = '' } = open[i] ?? {};
      if (boundary.includes(tag)) return;
      if (tags.includes(tag)) {
        open.length = i;
        return;
      }
    }
  }

  function close(tag: string): void {
    const i = open.findLastIndex((element, index) => index > 0 && element.tag === tag);
    if (i > 0) open.length = i;
  }
}

/** The `>` that ends a tag, skipping quotes. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let i = from; i < html.length; i++) {
    const char = html.charAt(i);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '>') return i;
    else if ((char === '"' || char === "'") && /=\s*$/.test(html.slice(Math.max(from, i - 10), i)))
      quote = char;
  }
  return -1;
}

function toAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of text.matchAll(
    /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!Object.hasOwn(attributes, key)) attributes[key] = decodeEntities(double ?? single ?? bare ?? '');
  }
  return attributes;
}
