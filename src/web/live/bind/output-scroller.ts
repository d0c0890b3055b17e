import type { Variable } from '../wire/variable.ts';
import { isOn } from './binding-path.ts';

/** `scrollOnOutput`: when something new appears inside such an element, its end is shown. Once per batch. */
export class OutputScroller {
  readonly #due = new Set<Variable>();

  /** Something changed at this variable: the nearest one around it that wants to scroll will. */
  changed(variable: Variable): void {
    for (let at: Variable | undefined = variable; at; at = at.parent)
      if (isOn(at.asked.scrollOnOutput)) {
        this.#due.add(at);
        return;
      }
  }

  scroll(): void {
    for (const { shownAt: element } of this.#due)
      if (element && element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight;
    this.#due.clear();
  }
}
