import { VIEW_TAGS } from '../protocol/page-view.ts';
import { quote } from './escape-text.ts';
import { FACT_WORDS, toWords } from './fact-words.ts';
import type { ViewNode, ViewPart } from './view-node.ts';
import { isBareWord, writeOptions } from './write-options.ts';
import { PART_WORDS } from './write-part.ts';
import { isNumber } from './write-table.ts';
import { writtenAttributes } from './write-tag.ts';
import { isName, isPlain, writeName, writeString } from './write-text.ts';
import { writeValue } from './write-value.ts';
import type { WrittenForm } from './written-form.ts';

export const TAGS: ReadonlySet<string> = new Set<ViewNode['tag']>(VIEW_TAGS);

/** The field that is written as `= value`. */
export const VALUE_FIELD = FACT_WORDS.value;

/**
 * One line for each block: tag (left out for inputs), id (`-` for none), type, what it says, attributes, events
 * and actions. Lower case begins an attribute, upper case a part, so that neither can pass for the other.
 */
export const COMPACT_FORM: WrittenForm = {
  open(node, { depth, limit }) {
    const words = [
      ...(node.tag === 'input' ? [] : [node.tag]),
      writeId(node.id),
      ...writeType(node),
      ...(node.parts ?? []).map((part) => writePartWord(part, limit)),
      ...writtenAttributes(node).map(([name, value]) => writeAttributeWord(name, value)),
      ...writeEvents(node),
      ...writeNameList('actions', node.actions),
      ...(node.children?.length ? ['{'] : []),
    ];
    return '  '.repeat(depth) + words.join(' ');
  },
  close: (node, { depth }) => (node.children?.length ? `${'  '.repeat(depth)}}` : undefined),
  between: () => undefined,
};

function writeId(id: string | undefined): string {
  if (id === undefined) return '-';
  return isName(id) && !TAGS.has(id) ? id : quote(id);
}

/** Most inputs have this type, which is left out; an input that has none says so. */
export const USUAL_INPUT = 'TextInput';
/** What nearly every button has; one without says so. */
export const USUAL_EVENTS = ['onClick'];

function writeType({ tag, type }: ViewNode): string[] {
  if (tag === 'input' && type === USUAL_INPUT) return [];
  if (type === undefined) return tag === 'input' ? ['type:-'] : [];
  return [/^[A-Z]\w*$/.test(type) ? type : `type:${quote(type)}`];
}

function writePartWord(part: ViewPart, limit: number): string {
  switch (part.kind) {
    case 'title':
      return writeString(part.text, limit);
    case 'fact':
      return writeField(toWords(part), limit);
    case 'field':
    case 'hint':
      return writeField(part, limit);
    case 'options': {
      const { list, shown } = writeOptions(part, limit);
      return `Options${shown === part.total ? '' : `(${shown}/${part.total})`}:${list}`;
    }
    case 'table':
      return writeTableWord(part, limit);
    default:
      return `${part.kind.charAt(0).toUpperCase()}${part.kind.slice(1)}:${writeString(part.text, limit)}`;
  }
}

function writeField({ name, value }: { name: string; value?: unknown }, limit: number): string {
  const written = writeValue(value, limit);
  if (name === VALUE_FIELD) return `= ${written}`;
  const bare = /^[A-Z][A-Za-z0-9]*$/.test(name) && !PART_WORDS.has(name) && name !== 'Table';
  return `${bare ? name : writeString(name, limit)}:${written}`;
}

function writeEvents({ tag, events = [] }: ViewNode): string[] {
  if (tag !== 'button') return writeNameList('events', events);
  if (events.length === 0) return ['events:-'];
  return events.join() === USUAL_EVENTS.join() ? [] : writeNameList('events', events);
}

/** First the columns, then as many rows as fit: `(Name|City)(Ada|London)`. */
function writeTableWord(part: Extract<ViewPart, { kind: 'table' }>, limit: number): string {
  const rows = [writeRow(part.columns, limit)];
  let length = 0;
  for (const row of part.rows) {
    const written = writeRow(row, limit);
    length += written.length;
    if (length > limit) break;
    rows.push(written);
  }
  return `Table(${part.from}/${part.total}):${rows.join('')}`;
}

/** One empty cell is written in quotes, so that it is not taken for none. */
function writeRow(cells: string[], limit: number): string {
  const isOneEmpty = cells.length === 1 && cells[0] === '';
  return `(${isOneEmpty ? '""' : cells.map((cell) => writeCell(cell, limit)).join('|')})`;
}

function writeCell(cell: string, limit: number): string {
  return cell === '' || (isPlain(cell) && !/[()]/.test(cell)) || isNumber(cell)
    ? cell
    : writeString(cell, limit);
}

function writeAttributeWord(name: string, value: string | number | true): string {
  const own = name === 'type' || name === 'events' || name === 'actions';
  const key = /^[a-z][\w-]*$/.test(name) && !own ? name : `@${quote(name)}`;
  if (value === true) return key;
  return `${key}:${isBareWord(value) ? value : writeValue(value)}`;
}

function writeNameList(what: string, names: string[] | undefined): string[] {
  return names?.length ? [`${what}:${names.map(writeName).join(',')}`] : [];
}
