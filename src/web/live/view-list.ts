import type { LivePage } from './live-page.ts';
import type { Properties } from './message.ts';
import type { ListStep } from './template-plan.ts';
import type { Variable } from './variable.ts';
import { View } from './view.ts';

/** `ui-viewlist`: a view for each element of an array. By position: it grows and shrinks at its end. */
export class ViewList {
  readonly variable: Variable;
  readonly #page: LivePage;
  readonly #signature: string;
  readonly #items: View[] = [];
  readonly #itemAsked: Properties;
  readonly #exemplar: Element;
  #element: Element;
  /** What the items of a wrapped list are; to ask would cost a round trip before the first row. */
  readonly #itemType: string | undefined;

  constructor(page: LivePage, element: Element, parent: Variable, asked: Properties, step: ListStep) {
    this.#page = page;
    this.#element = element;
    this.#exemplar = step.exemplar;
    this.#signature = JSON.stringify(asked);
    element.id ||= page.vendId();
    const isWrapped = parent.type === 'lua.ViewList' && asked.path === 'items' && !step.itemWrapper;
    this.#itemType = isWrapped ? 'lua.ViewListItem' : undefined;
    const { namespace, fallbackNamespace } = asked;
    this.#itemAsked = {
      access: 'r',
      ...(namespace && { namespace }),
      ...(fallbackNamespace && { fallbackNamespace }),
      ...(step.itemWrapper && { wrapper: step.itemWrapper }),
    };
    this.variable = page.store.create(
      parent,
      { ...asked, elementId: element.id },
      element,
      (variable, change) => change.value && this.#resize(variable.value),
    );
  }

  isFor(asked: Properties): boolean {
    return this.#signature === JSON.stringify(asked);
  }

  nodes(): Element[] {
    return [this.#element];
  }

  moveTo(place: Element): void {
    place.id = this.#element.id;
    place.replaceChildren(...this.#element.children);
    this.#element = place;
    this.variable.element = place;
  }

  dispose(): void {
    this.#page.store.destroy(this.variable);
    for (const item of this.#items) item.dispose();
  }

  #resize(value: unknown): void {
    const wanted = Array.isArray(value) ? value.length : 0;
    while (this.#items.length > wanted) this.#items.pop()?.remove();
    if (this.#items.length === wanted) return;
    const places = document.createDocumentFragment();
    const first = this.#items.length;
    while (this.#items.length < wanted) {
      const place = document.importNode(this.#exemplar, true);
      places.append(place);
      const asked = { ...this.#itemAsked, path: String(this.#items.length) };
      this.#items.push(new View(this.#page, place, this.variable, asked));
    }
    this.#element.append(places);
    if (this.#itemType) for (const item of this.#items.slice(first)) item.expect(this.#itemType);
    this.#page.scroller.changed(this.variable);
  }
}
