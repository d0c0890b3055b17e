import { TAGS, USUAL_EVENTS, USUAL_INPUT, VALUE_FIELD } from './compact-form.ts';
import { parseOptions } from './parse-options.ts';
import { TextCursor } from './text-cursor.ts';
import type { ViewNode, ViewPart } from './view-node.ts';

/** The nodes in lines of the compact form. */
export function parseCompact(lines: string[]): ViewNode[] {
  const root: ViewNode[] = [];
  const open = [root];
  for (const line of lines) {
    const text = line.trimStart();
    if (text === '') continue;
    if (text === '}') {
      open.pop();
      continue;
    }
    const cursor = new TextCursor(text);
    const node = parseLine(cursor);
    const siblings = open.at(-1);
    if (!siblings) throw new Error(`Nothing is open at: ${line}`);
    siblings.push(node);
    if (cursor.take('{')) {
      node.children = [];
      open.push(node.children);
    }
  }
  if (open.length !== 1) throw new Error('A block has no end');
  return root;
}

function parseLine(cursor: TextCursor): ViewNode {
  const tag = cursor.match(/[a-z]+(?= )/y)?.[0];
  const node: ViewNode = { tag: 'input' };
  if (tag !== undefined && TAGS.has(tag)) {
    node.tag = tag as ViewNode['tag'];
    cursor.need(' ');
  } else {
    cursor.at = 0;
  }
  if (!cursor.match(/-(?= |$)/y)) node.id = cursor.name();
  const type = cursor.match(/ ([A-Z]\w*)(?= |$)/y)?.[1];
  if (type !== undefined) node.type = type;
  else if (node.tag === 'input') node.type = USUAL_INPUT;
  if (node.tag === 'button') node.events = [...USUAL_EVENTS];
  const parts: ViewPart[] = [];
  const attributes: [string, string | number | boolean][] = [];
  while (!cursor.done) {
    cursor.need(' ');
    if (cursor.next() === '{') break;
    if (cursor.take('type:-')) delete node.type;
    else if (cursor.take('events:-')) delete node.events;
    else if (cursor.take('type:')) node.type = cursor.string();
    else if (cursor.take('events:')) node.events = cursor.names(',');
    else if (cursor.take('actions:')) node.actions = cursor.names(',');
    else if (/[a-z@]/.test(cursor.next())) attributes.push(parseAttribute(cursor));
    else parts.push(parsePart(cursor));
  }
  if (parts.length > 0) node.parts = parts;
  if (attributes.length > 0) node.attributes = Object.fromEntries(attributes);
  return node;
}

function parseAttribute(cursor: TextCursor): [string, string | number | boolean] {
  const name = cursor.take('@') ? cursor.string() : (cursor.match(/[\w-]+/y)?.[0] ?? '');
  if (!cursor.take(':')) return [name, true];
  const word = cursor.match(/[A-Za-z_][\w.-]*/y)?.[0];
  return [name, word ?? (cursor.json() as string | number)];
}

function parseRows(cursor: TextCursor): string[][] {
  const rows: string[][] = [];
  while (cursor.take('(')) {
    const cells: string[] = [];
    if (!cursor.take(')')) {
      do cells.push(cursor.next() === '"' ? cursor.string() : (cursor.match(/[^|()"]*/y)?.[0] ?? ''));
      while (cursor.take('|'));
      cursor.need(')');
    }
    rows.push(cells);
  }
  return rows;
}

function parsePart(cursor: TextCursor): ViewPart {
  if (cursor.take('= ')) return { kind: 'field', name: VALUE_FIELD, value: cursor.json() };
  if (cursor.next() === '"') {
    const text = cursor.string();
    return cursor.take(':') ? { kind: 'field', name: text, value: cursor.json() } : { kind: 'title', text };
  }
  const table = cursor.match(/Table\((\d+)\/(\d+)\):/y);
  if (table) {
    const [columns = [], ...rows] = parseRows(cursor);
    return { kind: 'table', columns, rows, from: Number(table[1]), total: Number(table[2]) };
  }
  const counted = cursor.match(/Options(?:\(\d+\/(\d+)\))?:/y);
  if (counted) {
    const options = parseOptions(cursor);
    return { kind: 'options', options, total: Number(counted[1] ?? options.length) };
  }
  const name = cursor.match(/([A-Z][A-Za-z0-9]*):/y)?.[1];
  switch (name) {
    case undefined:
      return cursor.fail('a part');
    case 'Text':
    case 'Error':
    case 'Warning':
    case 'Note':
      return { kind: name.toLowerCase() as 'text', text: cursor.string() };
    default:
      return { kind: 'field', name, value: cursor.json() };
  }
}
