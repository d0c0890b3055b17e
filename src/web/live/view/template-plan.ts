import { type BindingPath, parseBindingPath } from '../bind/binding-path.ts';

export type BindingKind = 'value' | 'attr' | 'class' | 'style' | 'html' | 'code' | 'action' | 'event' | 'key';

export interface ElementBinding {
  kind: BindingKind;
  /** Of the attribute, class, property, event or key. */
  name: string;
  path: BindingPath;
}

/** Where in the template an element is: its number among all elements, in document order. */
interface Placed {
  index: number;
}

export interface ViewStep extends Placed {
  path: BindingPath;
  namespace: string | undefined;
}

export interface ListStep extends ViewStep {
  itemWrapper: string | undefined;
  /** Cloned for each item; a view takes its place. */
  exemplar: Element;
}

export interface BoundStep extends Placed {
  bindings: ElementBinding[];
}

/** A template, looked at once, so that each clone of it is bound without searching. */
export interface TemplatePlan {
  content: DocumentFragment;
  lists: ListStep[];
  views: ViewStep[];
  bound: BoundStep[];
  scripts: number[];
}

const PREFIXES: [string, BindingKind][] = [
  ['ui-attr-', 'attr'],
  ['ui-class-', 'class'],
  ['ui-style-', 'style'],
  ['ui-event-keypress-', 'key'],
  ['ui-event-', 'event'],
];
const WHOLE: Record<string, BindingKind> = {
  'ui-value': 'value',
  'ui-html': 'html',
  'ui-code': 'code',
  'ui-action': 'action',
};

export function toTemplatePlan(template: HTMLTemplateElement): TemplatePlan {
  const { content } = template;
  const exemplars = new Map(
    [...content.querySelectorAll('[ui-viewlist]')].map((list) => [list, takeExemplar(list)]),
  );
  const plan: TemplatePlan = { content, lists: [], views: [], bound: [], scripts: [] };
  [...content.querySelectorAll('*')].forEach((element, index) => {
    if (element.localName === 'script') plan.scripts.push(index);
    // What stands inside of a view's place is only there until the view is.
    if (element.parentElement?.closest('[ui-view]')) return;
    const view = element.getAttribute('ui-view');
    const list = element.getAttribute('ui-viewlist');
    if (view !== null)
      plan.views.push({ index, path: parseBindingPath(view), namespace: namespaceOf(element) });
    else if (list !== null)
      plan.lists.push(toListStep(element, index, list, exemplars.get(element) as Element));
    if (view !== null) return;
    const bindings = bindingsOf(element);
    if (bindings.length > 0) plan.bound.push({ index, bindings });
  });
  return plan;
}

/** Clones of the template have an empty list; this is what each item starts with. */
function takeExemplar(list: Element): Element {
  const exemplar = list.firstElementChild ?? document.createElement('div');
  exemplar.setAttribute('ui-view', '');
  list.replaceChildren();
  return exemplar;
}

function toListStep(element: Element, index: number, path: string, exemplar: Element): ListStep {
  return {
    index,
    path: parseBindingPath(path),
    namespace: namespaceOf(element),
    itemWrapper: element.getAttribute('ui-item-wrapper') ?? undefined,
    exemplar,
  };
}

function namespaceOf(element: Element): string | undefined {
  return element.closest('[ui-namespace]')?.getAttribute('ui-namespace') ?? undefined;
}

function bindingsOf(element: Element): ElementBinding[] {
  const bindings: ElementBinding[] = [];
  for (const { name, value } of element.attributes) {
    if (!name.startsWith('ui-')) continue;
    const kind = WHOLE[name];
    const prefix = PREFIXES.find(([start]) => name.startsWith(start) && name.length > start.length);
    if (kind) bindings.push({ kind, name, path: parseBindingPath(value) });
    else if (prefix)
      bindings.push({ kind: prefix[1], name: name.slice(prefix[0].length), path: parseBindingPath(value) });
  }
  return bindings;
}
