import { quote } from './escape-text.ts';
import type { ViewNode } from './view-node.ts';
import { writeName } from './write-text.ts';

const ATTRIBUTE_NAME = /^[A-Za-z][\w-]*$/;
const OWN_NAMES = new Set(['id', 'type', 'tabs', 'events', 'actions']);
/** What stands for `true` or a number when it is in quotes. */
export const BARE_LITERAL = /^(?:true|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** `<input id="name" type="TextInput" required="true" events=[onChange]>` */
export function writeOpeningTag(node: ViewNode): string {
  let tag = `<${node.tag}`;
  if (node.id !== undefined) tag += ` id=${quote(node.id)}`;
  if (node.type !== undefined) tag += ` type=${quote(node.type)}`;
  for (const [name, value] of writtenAttributes(node)) {
    tag += ` ${ATTRIBUTE_NAME.test(name) && !OWN_NAMES.has(name) ? name : quote(name)}=${writeAttribute(value)}`;
  }
  if (node.tag === 'tabs') tag += writeNames('tabs', tabKeys(node));
  return `${tag}${writeNames('events', node.events)}${writeNames('actions', node.actions)}>`;
}

/** Without what is absent or false, and without numbers that have no digits. */
export function writtenAttributes(node: ViewNode): [string, string | number | true][] {
  return Object.entries(node.attributes ?? {}).filter(
    (entry): entry is [string, string | number | true] =>
      entry[1] !== undefined &&
      entry[1] !== false &&
      (typeof entry[1] !== 'number' || Number.isFinite(entry[1])),
  );
}

/** A text that would be read as a number or `true` shows its first character as an escape. */
function writeAttribute(value: string | number | true): string {
  if (typeof value !== 'string') return `"${value}"`;
  if (!BARE_LITERAL.test(value)) return quote(value);
  return `"\\u${value.charCodeAt(0).toString(16).padStart(4, '0')}${value.slice(1)}"`;
}

function tabKeys(node: ViewNode): string[] {
  return (node.children ?? []).flatMap(({ tag, attributes }) =>
    tag === 'tab' && attributes?.key !== undefined ? [String(attributes.key)] : [],
  );
}

function writeNames(what: string, names: string[] | undefined): string {
  return names?.length ? ` ${what}=[${names.map(writeName).join(', ')}]` : '';
}
