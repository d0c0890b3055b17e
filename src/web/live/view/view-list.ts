import type { Properties } from '../../../protocol/live-messages.ts';
import type { PageContext } from '../page-context.ts';
import type { Variable } from '../wire/variable.ts';
import type { IncrementalList } from './incremental-lists.ts';
import { longestRun } from './longest-run.ts';
import type { ListStep } from './template-plan.ts';
import { View } from './view.ts';

/** About a screenful: a list that is longer is shown in parts, each as long as all before it, so that the first comes soon. */
const FIRST_PART = 50;

/** `ui-viewlist`: a view for each element of an array. */
export class ViewList implements IncrementalList {
  readonly variable: Variable;
  readonly #page: PageContext;
  readonly #signature: string;
  /** By path, in their order. */
  readonly #items = new Map<string, View>();
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
    for (const item of this.#items.values()) item.dispose();
  }

  addRows(): void {
    this.#show(this.#wantedKeys());
  }

  /** The paths of the items: an object of a wrapped list is the same wherever it stands, the rest is by position. */
  #wantedKeys(): string[] {
    const { value } = this.variable;
    if (!Array.isArray(value)) return [];
    return value.map((item: unknown, index) => {
      const { obj } = (item ?? {}) as { obj?: unknown };
      return this.#itemType && typeof obj === 'number' ? `#${obj}` : String(index);
    });
  }

  #show(keys: readonly string[]): void {
    const wanted = new Set(keys);
    for (const [key, item] of this.#items)
      if (!wanted.has(key)) {
        this.#items.delete(key);
        item.remove();
      }
    const before = new Map([...this.#items.keys()].map((key, index) => [key, index]));
    const shown = keys.slice(0, Math.max(FIRST_PART, 2 * this.#items.size));
    const made = this.#make(shown);
    this.#arrange(shown, before);
    if (this.#itemType) for (const item of made) item.expect(this.#itemType);
    if (made.length > 0) this.#page.scroller.changed(this.variable);
    if (shown.length < keys.length) this.#page.incrementalLists.add(this);
  }

  #make(keys: readonly string[]): View[] {
    const items = keys.map((key) => [key, this.#items.get(key)] as const);
    const made: View[] = [];
    // Rows beyond those that are shown now have waited for their turn and wait again.
    const rest = new Map(this.#items);
    this.#items.clear();
    for (const [key, known] of items) {
      const item =
        known ??
        new View(this.#page, document.importNode(this.#exemplar, true), this.variable, {
          ...this.#itemAsked,
          path: key,
        });
      if (!known) made.push(item);
      rest.delete(key);
      this.#items.set(key, item);
    }
    for (const item of rest.values()) item.remove();
    return made;
  }

  /** Everything in its place, with as little moved as possible: what is moved loses its focus and scroll position. */
  #arrange(keys: readonly string[], before: ReadonlyMap<string, number>): void {
    const staying = new Set(
      longestRun(
        keys.filter((key) => before.has(key)),
        (key) => before.get(key) ?? 0,
      ),
    );
    const page = this.#page;
    page.isMoving = true;
    let next: Element | null = null;
    for (const key of [...keys].reverse()) {
      const nodes = this.#items.get(key)?.nodes() ?? [];
      if (!staying.has(key)) for (const node of nodes) place(this.#element, node, next);
      next = nodes[0] ?? next;
    }
    page.isMoving = false;
  }

  #resize(): void {
    this.#show(this.#wantedKeys());
  }
}

type Movable = Element & { moveBefore?(node: Element, next: Element | null): void };

/** What is in the document already keeps its focus, where the browser can do that. */
function place(parent: Movable, node: Element, next: Element | null): void {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, next);
  else parent.insertBefore(node, next);
}
