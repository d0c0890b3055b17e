import type { Properties } from '../../../protocol/live-messages.ts';
import type { PageContext } from '../page-context.ts';
import type { Variable } from '../wire/variable.ts';
import type { IncrementalList } from './incremental-lists.ts';
import type { ListStep } from './template-plan.ts';
import { View } from './view.ts';

/** About a screenful: a list that is longer is shown in parts, each as long as all before it, so that the first comes soon. */
const FIRST_PART = 50;

/** `ui-viewlist`: a view for each element of an array. By position: it grows and shrinks at its end. */
export class ViewList implements IncrementalList {
  readonly variable: Variable;
  readonly #page: PageContext;
  readonly #signature: string;
  readonly #items: View[] = [];
  readonly #itemAsked: Properties;
  readonly #exemplar: Element;
  #element: Element;
  /** What the items of a wrapped list are; to ask would cost a round trip before the first row. */
  readonly #itemType: string | undefined;

  constructor(page: PageContext, element: Element, parent: Variable, asked: Properties, step: ListStep) {
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
      (_variable, change) => change.value && this.#resize(),
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
    this.#page.incrementalLists.delete(this);
    this.#page.store.destroy(this.variable);
    for (const item of this.#items) item.dispose();
  }

  addRows(): void {
    const wanted = this.#wanted();
    const first = this.#items.length;
    const next = Math.min(wanted, Math.max(FIRST_PART, 2 * first));
    const places = document.createDocumentFragment();
    while (this.#items.length < next) {
      const place = document.importNode(this.#exemplar, true);
      places.append(place);
      const asked = { ...this.#itemAsked, path: String(this.#items.length) };
      this.#items.push(new View(this.#page, place, this.variable, asked));
    }
    this.#element.append(places);
    if (this.#itemType) for (const item of this.#items.slice(first)) item.expect(this.#itemType);
    this.#page.scroller.changed(this.variable);
    if (next < wanted) this.#page.incrementalLists.add(this);
  }

  #wanted(): number {
    const { value } = this.variable;
    return Array.isArray(value) ? value.length : 0;
  }

  #resize(): void {
    const wanted = this.#wanted();
    while (this.#items.length > wanted) this.#items.pop()?.remove();
    if (this.#items.length < wanted) this.addRows();
  }
}
