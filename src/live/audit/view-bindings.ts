import { attributeOf, eachElement, type HtmlElement } from './html-tree.ts';
import type { Access } from './path-access.ts';
import { type ReadPath, readViewPath, type ViewPath } from './path-grammar.ts';

export type ViewBindingKind =
  | 'value'
  | 'attr'
  | 'class'
  | 'style'
  | 'html'
  | 'code'
  | 'action'
  | 'event'
  | 'view'
  | 'viewlist';

/** A `ui-*` attribute whose value is a path. */
export interface Binding {
  kind: ViewBindingKind;
  attribute: string;
  /** What follows `ui-attr-`, `ui-class-`, `ui-style-`, `ui-event-`. */
  name: string;
  text: string;
  read: ReadPath;
  /** The access that its attribute and element imply; its path may override it. */
  access: Access;
  element: HtmlElement;
  line: number;
}

/** Attributes without a name part. */
export const PLAIN_BINDINGS: Record<string, ViewBindingKind> = {
  'ui-value': 'value',
  'ui-html': 'html',
  'ui-code': 'code',
  'ui-action': 'action',
  'ui-view': 'view',
  'ui-viewlist': 'viewlist',
};

/** Attributes that end with a name of the author's choice. */
export const NAMED_BINDINGS: Record<string, ViewBindingKind> = {
  'ui-attr-': 'attr',
  'ui-class-': 'class',
  'ui-style-': 'style',
  'ui-event-': 'event',
};

/** Attributes whose value is not a path. */
export const PLAIN_ATTRIBUTES = ['ui-namespace', 'ui-item-wrapper', 'ui-app', 'ui-viewdef'];

const READ_ONLY_SHOELACE = [
  'sl-copy-button',
  'sl-option',
  'sl-progress-bar',
  'sl-progress-ring',
  'sl-qr-code',
];
const NATIVE_FIELDS = ['input', 'textarea', 'select'];

/** Whether a person can change its `ui-value`. */
export function isField(element: HtmlElement): boolean {
  const { tag } = element;
  if (NATIVE_FIELDS.includes(tag)) return true;
  return tag.startsWith('sl-') && tag !== 'sl-badge' && !READ_ONLY_SHOELACE.includes(tag);
}

/** Every path of a view. Nothing is bound inside an element that a view or list replaces. */
export function bindingsOf(roots: readonly HtmlElement[]): Binding[] {
  const bindings: Binding[] = [];
  const replaced = new Set<HtmlElement>();
  for (const element of eachElement(roots)) {
    const isInside = element.parent !== undefined && replaced.has(element.parent);
    if (isInside || isReplaced(element)) replaced.add(element);
    if (isInside) continue;
    for (const attribute of element.attributes) {
      const lower = attribute.name.toLowerCase();
      const kind = kindOf(lower);
      if (!kind) continue;
      const read = readViewPath(attribute.value);
      bindings.push({
        ...kind,
        attribute: lower,
        text: attribute.value,
        read,
        access: defaultAccess(kind.kind, element, read.ok ? read.path : undefined),
        element,
        line: attribute.line,
      });
    }
  }
  return bindings;
}

function isReplaced(element: HtmlElement): boolean {
  return attributeOf(element, 'ui-view') !== undefined || attributeOf(element, 'ui-viewlist') !== undefined;
}

function kindOf(attribute: string): { kind: ViewBindingKind; name: string } | undefined {
  const plain = PLAIN_BINDINGS[attribute];
  if (plain) return { kind: plain, name: '' };
  for (const [prefix, kind] of Object.entries(NAMED_BINDINGS))
    if (attribute.startsWith(prefix) && attribute.length > prefix.length)
      return { kind, name: attribute.slice(prefix.length) };
  return undefined;
}

function defaultAccess(kind: ViewBindingKind, element: HtmlElement, path: ViewPath | undefined): Access {
  if (kind === 'action' || kind === 'event') return 'action';
  if (kind !== 'value' || !isField(element)) return 'r';
  const last = path?.steps.at(-1);
  return last?.kind === 'call' && !last.takesValue ? 'r' : 'rw';
}
