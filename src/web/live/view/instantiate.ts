import type { Properties } from '../../../protocol/live-messages.ts';
import { bindElement } from '../bind/bind-element.ts';
import type { PageContext } from '../page-context.ts';
import type { Variable } from '../wire/variable.ts';
import type { BoundContent, ContentChild } from './content.ts';
import type { TemplatePlan, ViewStep } from './template-plan.ts';
import { View } from './view.ts';
import { ViewList } from './view-list.ts';

/**
 * Clone and bind a template below `parent`; its first element is to have the id `firstId`. Children of `before` that the
 * template still has are kept for it.
 */
export function instantiate(
  page: PageContext,
  plan: TemplatePlan,
  parent: Variable,
  firstId: string,
  before?: BoundContent,
): BoundContent {
  const clone = document.importNode(plan.content, true);
  if (clone.firstElementChild) clone.firstElementChild.id ||= firstId;
  const all = clone.querySelectorAll('*');
  const content: BoundContent = {
    tops: [...clone.children],
    scripts: plan.scripts.map((index) => all[index] as Element),
    children: new Set(),
    variables: [],
    adopted: [],
  };
  const orphans = new Set(before?.children);
  const place = (step: ViewStep, make: (element: Element, asked: Properties) => ContentChild) => {
    const element = all[step.index] as Element;
    const asked = toAsked(step, parent);
    for (const child of orphans)
      if (child.isFor(asked)) {
        orphans.delete(child);
        content.adopted.push({ child, place: element });
        return;
      }
    content.children.add(make(element, asked));
  };
  for (const step of plan.lists)
    place(step, (element, asked) => new ViewList(page, element, parent, asked, step));
  for (const step of plan.views) place(step, (element, asked) => new View(page, element, parent, asked));
  for (const { index, bindings } of plan.bound)
    bindElement(page, all[index] as Element, bindings, parent, content.variables);
  return content;
}

/** Own namespace first, then the one around it; the fallback always comes from above. */
function toAsked({ path: { path, options }, namespace: around }: ViewStep, parent: Variable): Properties {
  const namespace = options.namespace ?? around ?? parent.property('namespace');
  const fallbackNamespace = options.fallbackNamespace ?? parent.property('fallbackNamespace');
  return {
    ...options,
    path,
    access: options.access ?? 'r',
    ...(namespace && { namespace }),
    ...(fallbackNamespace && { fallbackNamespace }),
  };
}
