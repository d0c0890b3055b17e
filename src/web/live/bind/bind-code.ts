import type { Variable } from '../wire/variable.ts';
import type { VariableStore } from '../wire/variable-store.ts';
import type { Binder } from './binder.ts';

type Code = (element: Element, value: unknown, variable: Variable, store: VariableStore) => unknown;

declare global {
  interface Window {
    /** Where a piece of `ui-code` hands over its function. */
    uiCode?: (code: Code) => void;
  }
}

/** `ui-code`: the value is JavaScript, run each time it comes. */
export const bindCode: Binder = (page, element, binding, parent) => {
  const { path, options } = binding.path;
  const asked = { ...options, path, access: options.access ?? 'r', elementId: element.id };
  return page.store.create(parent, asked, element, (variable, change) => {
    const { value } = variable;
    if (!change.value || typeof value !== 'string' || value === '') return;
    run(value, (code) => code(element, value, variable, page.store));
  });
};

/**
 * The policy forbids `eval` and `new Function`, so the text becomes a script of its own. What fails in it, be it its
 * syntax, the browser reports as an error of the page, and nothing else stops.
 */
function run(source: string, use: (code: Code) => unknown): void {
  const script = document.createElement('script');
  // The line break ends a comment on the last line.
  script.textContent = `window.uiCode(function (element, value, variable, store) {${source}\n})`;
  window.uiCode = (code) => {
    try {
      use(code);
    } catch (error) {
      reportError(error);
    }
  };
  document.head.append(script);
  script.remove();
}
