import type { PageContext } from '../page-context.ts';
import type { BindingKind, ElementBinding } from '../view/template-plan.ts';
import type { Variable } from '../wire/variable.ts';
import { bindCode } from './bind-code.ts';
import { bindEvent } from './bind-event.ts';
import { bindHtml } from './bind-html.ts';
import { bindShow } from './bind-show.ts';
import { BoundValue } from './bind-value.ts';
import type { Binder } from './binder.ts';

const BINDERS: Record<BindingKind, Binder> = {
  value: (page, element, binding, parent) => new BoundValue(page, element, binding, parent).variable,
  attr: bindShow,
  class: bindShow,
  style: bindShow,
  html: bindHtml,
  code: bindCode,
  action: bindEvent,
  event: bindEvent,
  key: bindEvent,
};

/** Bind one element; the variables it needs are added to `variables`. */
export function bindElement(
  page: PageContext,
  element: Element,
  bindings: readonly ElementBinding[],
  parent: Variable,
  variables: Variable[],
): void {
  element.id ||= page.vendId();
  for (const binding of bindings) variables.push(BINDERS[binding.kind](page, element, binding, parent));
}
