import type { Variable } from '../wire/variable.ts';

interface Failure {
  code: string;
  description: string;
}

/** Errors as elements show them: class `ui-error`, and the newest one's code and description as attributes. */
export class ElementErrors {
  readonly #byElement = new WeakMap<Element, Map<Variable, Failure>>();
  readonly #shownAt = new WeakMap<Variable, Element>();

  show(variable: Variable, code: string, description: string): void {
    this.clear(variable);
    const element = variable.shownAt;
    if (!element) return;
    this.#shownAt.set(variable, element);
    const failures = this.#byElement.get(element) ?? new Map<Variable, Failure>();
    this.#byElement.set(element, failures);
    failures.set(variable, { code, description });
    this.#write(element, failures);
  }

  clear(variable: Variable): void {
    const element = this.#shownAt.get(variable);
    const failures = element && this.#byElement.get(element);
    if (element && failures?.delete(variable)) this.#write(element, failures);
  }

  #write(element: Element, failures: Map<Variable, Failure>): void {
    const newest = [...failures.values()].at(-1);
    element.classList.toggle('ui-error', newest !== undefined);
    for (const [name, text] of [
      ['ui-error-code', newest?.code],
      ['ui-error-description', newest?.description],
    ] as const)
      if (text === undefined) element.removeAttribute(name);
      else element.setAttribute(name, text);
  }
}
