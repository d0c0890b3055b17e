import type { PageContext } from '../page-context.ts';
import type { Binder } from './binder.ts';
import { isOn } from './binding-path.ts';
import { toText } from './field-control.ts';

/** `ui-html`: the value is the HTML inside of the element, or with `?replace` stands in its place. */
export const bindHtml: Binder = (page, element, binding, parent) => {
  const { path, options } = binding.path;
  const show = isOn(options.replace) ? toReplacer(page, element) : toFiller(element);
  const asked = { ...options, path, access: options.access ?? 'r', elementId: element.id };
  return page.store.create(parent, asked, element, (variable, change) => {
    if (!change.value) return;
    variable.element = show(toText(variable.value));
    page.scroller.changed(variable);
  });
};

function toFiller(element: Element): (html: string) => Element {
  return (html) => {
    element.innerHTML = html;
    return element;
  };
}

/** The first node keeps the id, so that the place is found again; there is always one. */
function toReplacer(page: PageContext, element: Element): (html: string) => Element {
  const { id } = element;
  let nodes: Element[] = [element];
  page.replacements.set(element, () => nodes);
  return (html) => {
    const parsed = parse(html);
    for (const node of parsed) node.id ||= page.vendId();
    const [first] = parsed as [Element];
    first.id = id;
    const before = nodes;
    before[0]?.before(...parsed);
    for (const node of before) node.remove();
    nodes = parsed;
    return first;
  };
}

function parse(html: string): Element[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  if (content.children.length > 0) return [...document.importNode(content, true).children];
  const span = document.createElement('span');
  span.textContent = content.textContent;
  if (span.textContent === '') span.hidden = true;
  return [span];
}
