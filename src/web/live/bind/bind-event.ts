import type { Properties } from '../../../protocol/live-messages.ts';
import type { PageContext } from '../page-context.ts';
import type { ElementBinding } from '../view/template-plan.ts';
import type { Variable } from '../wire/variable.ts';
import type { Binder } from './binder.ts';
import { fieldControlOf } from './field-control.ts';
import { toKeyFilter } from './key-filter.ts';

/** Bindings that call a method when the person does something: `ui-action`, `ui-event-*`, `ui-event-keypress-*`. */
export const bindEvent: Binder = (page, element, binding, parent) => {
  const { path, options } = binding.path;
  const asked: Properties = { ...options, path, access: options.access ?? 'action', elementId: element.id };
  if (binding.kind !== 'action') asked.priority ??= 'low';
  const variable = page.store.create(parent, asked, element);
  if (binding.kind === 'action') listenToClick(page, element, path, variable);
  else if (binding.kind === 'event') listenToEvent(page, element, binding.name, variable);
  else listenToKey(page, element, binding, variable);
  return variable;
};

function act(page: PageContext, variable: Variable, value: unknown): void {
  page.store.act(variable, value);
  page.store.flush();
}

function listenToClick(page: PageContext, element: Element, path: string, variable: Variable): void {
  element.addEventListener('click', (event) => {
    event.preventDefault();
    const { value } = element as HTMLInputElement;
    act(page, variable, path.endsWith('(_)') ? (value ?? null) : null);
  });
}

function listenToEvent(page: PageContext, element: Element, name: string, variable: Variable): void {
  const isTick = fieldControlOf(element)?.isTick === true;
  element.addEventListener(name, () => {
    if (page.isMoving) return;
    page.values.get(element)?.sync();
    page.store.act(variable, null);
    // The tick is on the screen already. Where Lua does not agree, nothing has changed for it, and it would say nothing.
    if (isTick && /(?:change|input|click)$/.test(name)) askAboutTicks(page, element, variable);
    page.store.flush();
  });
}

function askAboutTicks(page: PageContext, element: Element, { parent }: Variable): void {
  for (const sibling of parent?.children ?? [])
    if (sibling.element === element && sibling.asked.access === 'r') page.store.askAgain(sibling);
}

function listenToKey(
  page: PageContext,
  element: Element,
  { name, path: { path } }: ElementBinding,
  variable: Variable,
): void {
  const filter = toKeyFilter(name);
  element.addEventListener('keydown', (event) => {
    if (!filter.matches(event as KeyboardEvent)) return;
    // The browser has its own use for ctrl-s; who binds it wants theirs instead.
    if (filter.hasModifiers) event.preventDefault();
    page.values.get(element)?.sync();
    act(page, variable, path.endsWith('()') ? null : filter.key);
  });
}
