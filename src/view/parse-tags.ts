import { restoreHidden } from './escape-text.ts';
import { parseOptions } from './parse-options.ts';
import { END_OF_ITEMS } from './tag-form.ts';
import { TextCursor } from './text-cursor.ts';
import type { ViewNode, ViewPart } from './view-node.ts';
import { BARE_LITERAL } from './write-tag.ts';

const ITEM = /^\*\*Item (\d+):\*\*$/;

/** The nodes in lines of the form with tags. */
export function parseTags(lines: string[]): ViewNode[] {
  let at = 0;

  /** Nodes up to the end of the block they are in. */
  function parseNodes(inItem: boolean): ViewNode[] {
    const nodes: ViewNode[] = [];
    for (; at < lines.length; ) {
      const line = lines[at] ?? '';
      const item = ITEM.exec(line);
      if (line.startsWith('</') || (inItem && (item || line === END_OF_ITEMS))) break;
      at++;
      if (line === '' || line === END_OF_ITEMS) continue;
      if (item) nodes.push(parseBody({ tag: 'item', attributes: { index: Number(item[1]) } }, true));
      else nodes.push(parseNode(line));
    }
    return nodes;
  }

  function parseNode(line: string): ViewNode {
    const cursor = new TextCursor(line);
    const node = parseOpeningTag(cursor);
    if (cursor.take(`</${node.tag}>`)) return node;
    if (!cursor.done) cursor.fail('the end of the line');
    const whole = parseBody(node, false);
    if (lines[at] !== `</${node.tag}>`) throw new Error(`Expected </${node.tag}> instead of: ${lines[at]}`);
    at++;
    return whole;
  }

  function parseBody(node: ViewNode, isItem: boolean): ViewNode {
    const parts: ViewPart[] = [];
    while (at < lines.length && !/^(?:<|\*\*|$)/.test(lines[at] ?? '')) parts.push(parsePart());
    const children = parseNodes(isItem);
    return { ...node, ...(parts.length > 0 && { parts }), ...(children.length > 0 && { children }) };
  }

  function parsePart(): ViewPart {
    const line = lines[at++] ?? '';
    if (line.startsWith('```')) return parseFence(line);
    if (line.startsWith('|')) return parseTable(line);
    return parseLine(line);
  }

  function parseFence(opening: string): ViewPart {
    const fence = /^`+/.exec(opening)?.[0];
    const start = at;
    while (lines[at] !== fence) if (at++ >= lines.length) throw new Error('A fence has no end');
    return { kind: 'text', text: restoreHidden(lines.slice(start, at++).join('\n')) };
  }

  function parseTable(header: string): ViewPart {
    const columns = parseRow(header);
    at++;
    const rows: string[][] = [];
    while (lines[at]?.startsWith('|')) rows.push(parseRow(lines[at++] ?? ''));
    const note = lines[at++] ?? '';
    const numbers = /^Rows (\d+)–\d+ of (\d+)$/.exec(note);
    if (numbers) return { kind: 'table', columns, rows, from: Number(numbers[1]), total: Number(numbers[2]) };
    const none = /^No rows of (\d+)(?:, from (\d+))?$/.exec(note);
    if (!none) throw new Error(`Expected the rows of a table instead of: ${note}`);
    return { kind: 'table', columns, rows, from: Number(none[2] ?? 0), total: Number(none[1]) };
  }

  const nodes = parseNodes(false);
  if (at < lines.length) throw new Error(`Nothing is open at: ${lines[at]}`);
  return nodes;
}

function parseRow(line: string): string[] {
  if (line === '|') return [];
  const cells = line.slice(2, -2).split(' | ');
  return cells.map((cell) => (cell.startsWith('"') ? (JSON.parse(cell) as string) : cell));
}

function parseLine(line: string): ViewPart {
  const cursor = new TextCursor(line);
  if (cursor.next() === '"') {
    const text = cursor.string();
    if (cursor.done) return { kind: 'title', text };
    cursor.need(': ');
    return { kind: 'field', name: text, value: cursor.json() };
  }
  const colon = line.indexOf(': ');
  if (colon < 0) return { kind: 'title', text: line };
  const name = line.slice(0, colon);
  cursor.at = colon + 2;
  if (name === 'Text') return { kind: 'text', text: cursor.string() };
  if (name === 'Error' || name === 'Warning' || name === 'Note') {
    const text = cursor.next() === '"' ? cursor.string() : line.slice(cursor.at);
    return { kind: name === 'Error' ? 'error' : name === 'Warning' ? 'warning' : 'note', text };
  }
  const counted = /^Options(?: \(\d+ of (\d+)\))?$/.exec(name);
  if (!counted) return { kind: 'field', name, value: cursor.json() };
  const options = parseOptions(cursor);
  return { kind: 'options', options, total: Number(counted[1] ?? options.length) };
}

function parseOpeningTag(cursor: TextCursor): ViewNode {
  cursor.need('<');
  const node: ViewNode = { tag: cursor.match(/[a-z]+/y)?.[0] as ViewNode['tag'] };
  const attributes: [string, string | number | boolean][] = [];
  while (!cursor.take('>')) {
    cursor.need(' ');
    const bare = cursor.match(/[A-Za-z][\w-]*/y)?.[0];
    const name = bare ?? cursor.string();
    cursor.need('=');
    if (cursor.take('[')) {
      const names = cursor.names(', ');
      cursor.need(']');
      if (name === 'events' || name === 'actions') node[name] = names;
      continue;
    }
    const start = cursor.at + 1;
    const text = cursor.string();
    if (bare === 'id' || bare === 'type') node[bare] = text;
    else attributes.push([name, toAttribute(cursor.text.slice(start, cursor.at - 1), text)]);
  }
  if (attributes.length > 0) node.attributes = Object.fromEntries(attributes);
  return node;
}

function toAttribute(written: string, text: string): string | number | boolean {
  if (!BARE_LITERAL.test(written)) return text;
  return written === 'true' || Number(written);
}
