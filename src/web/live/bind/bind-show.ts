import type { ElementBinding } from '../view/template-plan.ts';
import type { VariableListener } from '../wire/variable.ts';
import type { Binder } from './binder.ts';
import { toText } from './field-control.ts';

/** Attributes that only say what a native field starts with; afterwards its property counts. */
const STATES = new Set(['checked', 'selected', 'muted', 'indeterminate']);

/** Bindings that show a value and send nothing: attribute, class, style. */
export const bindShow: Binder = (page, element, binding, parent) => {
  const { path, options } = binding.path;
  const show = toShow(element, binding);
  const asked = { ...options, path, access: options.access ?? 'r', elementId: element.id };
  const listener: VariableListener = (variable, change) => change.value && show(variable.value);
  return page.store.create(parent, asked, element, listener);
};

function toShow(element: Element, { kind, name }: ElementBinding): (value: unknown) => void {
  if (kind === 'class') return (value) => void element.classList.toggle(name, Boolean(value));
  if (kind === 'style') {
    const { style } = element as HTMLElement;
    return (value) => {
      if (value === null) style.removeProperty(name);
      else style.setProperty(name, toText(value));
    };
  }
  return (value) => {
    const isOff = value === null || value === false;
    if (isOff) element.removeAttribute(name);
    else element.setAttribute(name, toText(value));
    if (STATES.has(name) && name in element) (element as unknown as Record<string, unknown>)[name] = !isOff;
  };
}
