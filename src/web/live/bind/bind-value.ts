import type { Properties } from '../../../protocol/live-messages.ts';
import type { ElementValue, PageContext } from '../page-context.ts';
import type { ElementBinding } from '../view/template-plan.ts';
import type { Variable } from '../wire/variable.ts';
import { isOn } from './binding-path.ts';
import { type FieldControl, fieldControlOf, toText } from './field-control.ts';

/** `ui-value` of one element: text, or a field in both directions. */
export class BoundValue implements ElementValue {
  readonly variable: Variable;
  readonly #page: PageContext;
  readonly #element: Element;
  readonly #control: FieldControl | undefined;
  /** The person has changed the field and it was not sent yet. */
  isEdited = false;
  /** What the field held when it last agreed with the variable. */
  #agreed: unknown;

  constructor(
    page: PageContext,
    element: Element,
    { path: { path, options } }: ElementBinding,
    parent: Variable,
  ) {
    this.#page = page;
    this.#element = element;
    this.#control = fieldControlOf(element);
    const access = options.access ?? this.#accessTo(path);
    const asked: Properties = { ...options, path, access, elementId: element.id };
    this.variable = page.store.create(
      parent,
      asked,
      element,
      (variable, change) => change.value && this.#show(variable),
    );
    if (this.#control?.hasOptions) this.#showAgainWithOptions();
    if (this.#control && access !== 'r') this.#listen(this.#control, isOn(options.keypress));
    page.values.set(element, this);
  }

  /** What the field holds, as it would be sent. */
  read(): unknown {
    return this.#control?.read(this.#element);
  }

  send(value: unknown): void {
    if (this.#queue(value)) this.#page.store.flush();
  }

  /** What the person entered goes before what they did. Does not flush. */
  sync(): void {
    if (this.variable.asked.access !== 'r' && this.#hasChanged()) this.#queue(this.read());
  }

  /** Text that was typed into the field this one replaces. */
  restoreEdit(value: unknown): void {
    this.#control?.write(this.#element, value);
    this.isEdited = true;
  }

  #accessTo(path: string): string {
    if (path.endsWith('(_)')) return 'w';
    const control = this.#control;
    if (!control || control.isReadOnly || path.endsWith('()')) return 'r';
    return control.isTick && hasChangeMethod(this.#element) ? 'r' : 'rw';
  }

  /** Leaving a field is no change, and an empty one is not the same as nothing. */
  #hasChanged(): boolean {
    return this.isEdited || this.#differs();
  }

  #differs(): boolean {
    return JSON.stringify(this.read()) !== JSON.stringify(this.#agreed);
  }

  #queue(value: unknown): boolean {
    this.isEdited = false;
    this.#agreed = this.read();
    return value !== undefined && this.#page.store.write(this.variable, value);
  }

  #listen(control: FieldControl, each: boolean): void {
    const commit = () => {
      if (!this.#page.isMoving && this.#hasChanged()) this.send(this.read());
    };
    for (const name of control.commits) this.#element.addEventListener(name, commit);
    for (const name of control.edits)
      this.#element.addEventListener(name, () => {
        // Ticks and radios say that they were edited after they were committed.
        if (this.#differs()) this.isEdited = true;
        if (each) commit();
      });
  }

  /** The options may come later than the value that one of them has. */
  #showAgainWithOptions(): void {
    const observer = new MutationObserver(() => {
      if (!this.variable.alive) observer.disconnect();
      else if (this.variable.answered) this.#show(this.variable);
    });
    observer.observe(this.#element, { childList: true, subtree: true, attributeFilter: ['value'] });
    if (this.#element.localName === 'sl-select')
      void customElements
        .whenDefined('sl-option')
        .then(() => this.variable.answered && this.#show(this.variable));
  }

  #show(variable: Variable): void {
    // The server's word must not take away what is just being typed; it is sent when it is done, and wins.
    if (this.isEdited) return;
    const { value } = variable;
    if (!this.#control) {
      this.#element.textContent = toText(value);
      this.#page.scroller.changed(variable);
      return;
    }
    this.#control.write(this.#element, value);
    this.#agreed = this.read();
  }
}

/** The method is called instead of writing the tick: one that toggles would turn it back. */
function hasChangeMethod(element: Element): boolean {
  return CHANGES.some((name) => element.hasAttribute(`ui-event-${name}`));
}

const CHANGES = ['change', 'input', 'click', 'sl-change', 'sl-input'];
