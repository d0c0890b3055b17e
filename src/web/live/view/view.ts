import type { Properties } from '../../../protocol/live-messages.ts';
import { runScripts } from '../bind/run-scripts.ts';
import type { PageContext } from '../page-context.ts';
import type { Variable } from '../wire/variable.ts';
import type { CompiledViewdef } from './compiled-viewdefs.ts';
import { type BoundContent, disposeContent, shownNodesOf } from './content.ts';
import { type Hidden, NEW_CLASS, OBSOLETE_CLASS } from './curtain.ts';
import { capturePageState } from './page-state.ts';
import { takeAttributes, visibleOf } from './place-attributes.ts';

/** The object of a variable, shown with the view of its type in the place of an element. */
export class View implements Hidden {
  readonly variable: Variable;
  readonly #page: PageContext;
  readonly #signature: string;
  /** What stands there while there is nothing to show. */
  #place: Element;
  #returnAttributes: (() => void) | undefined;
  #viewdef: CompiledViewdef | undefined;
  #content: BoundContent | undefined;
  /** Rendered, and waiting behind the curtain. */
  #next: BoundContent | undefined;
  /** What comes is the same view, only written anew: the person goes on where they were. */
  #isReload = false;

  constructor(page: PageContext, place: Element, parent: Variable | undefined, asked: Properties) {
    this.#page = page;
    this.#place = place;
    this.#signature = JSON.stringify(asked);
    place.id ||= page.vendId();
    const { store } = page;
    this.variable = parent ? store.create(parent, { ...asked, elementId: place.id }) : store.root;
    if (parent) this.variable.listener = () => this.look();
    this.variable.mainElement = () => visibleOf(this.nodes());
    page.views.add(this);
    page.replacements.set(place, () => this.nodes());
  }

  isFor(asked: Properties): boolean {
    return this.#signature === JSON.stringify(asked);
  }

  /** The type is known before the server says so; should it say otherwise, that is shown. */
  expect(type: string): void {
    this.variable.type = type;
    this.look();
  }

  /** Everything of it in the document, what waits behind the curtain included. */
  nodes(): Element[] {
    const shown = this.#content ? shownNodesOf(this.#page, this.#content.tops) : [];
    const next = this.newElements();
    return shown.length + next.length > 0 ? [...next, ...shown] : [this.#place];
  }

  newElements(): Element[] {
    return this.#next ? shownNodesOf(this.#page, this.#next.tops) : [];
  }

  /** Something about the variable or the views has changed: show what is to be shown now. */
  look(): void {
    const { variable } = this;
    const namespace = variable.property('namespace');
    const viewdef =
      variable.type === ''
        ? undefined
        : this.#page.viewdefs.find(variable.type, namespace, variable.property('fallbackNamespace'));
    if (viewdef && viewdef !== this.#viewdef) this.#render(viewdef);
    else if (!viewdef && this.#viewdef) this.#clear();
    if (viewdef) return;
    if (variable.type === '') this.#place.removeAttribute('ui-pending');
    else this.#place.setAttribute('ui-pending', `${variable.type}.${namespace ?? 'DEFAULT'}`);
  }

  reveal(): void {
    const next = this.#next;
    if (!next) return;
    this.#next = undefined;
    for (const element of shownNodesOf(this.#page, next.tops)) element.classList.remove(NEW_CLASS);
    this.#replaceBy(next);
  }

  /** Stand where `place` is from now on: the view around it was rendered anew. */
  moveTo(place: Element): void {
    const page = this.#page;
    place.id = this.#place.id;
    place.replaceWith(...this.nodes().map((node) => (node === this.#place ? place : node)));
    page.replacements.delete(this.#place);
    page.replacements.set(place, () => this.nodes());
    this.#place.remove();
    this.#place = place;
    const main = this.#content && visibleOf(shownNodesOf(page, this.#content.tops));
    this.#returnAttributes?.();
    if (main) this.#returnAttributes = takeAttributes(main, place);
  }

  dispose(): void {
    const page = this.#page;
    page.views.delete(this);
    page.curtain.delete(this);
    // With it goes what is below: its children have nothing left to say to the server.
    page.store.destroy(this.variable);
    for (const content of [this.#content, this.#next]) if (content) disposeContent(page, content);
  }

  remove(): void {
    for (const node of this.nodes()) node.remove();
    this.dispose();
  }

  #render(viewdef: CompiledViewdef): void {
    const page = this.#page;
    this.#dropNext();
    // The same type with another template keeps working until it is replaced. Of another type nothing can be kept.
    this.#isReload = this.#viewdef !== undefined && typeOf(this.#viewdef) === typeOf(viewdef);
    if (this.#content && !this.#isReload) disposeContent(page, this.#content);
    this.#viewdef = viewdef;
    const before = this.#isReload ? this.#content : undefined;
    const next = page.instantiate(viewdef.plan, this.variable, this.#place.id, before);
    this.#mark(next, viewdef);
    const old = this.nodes();
    this.#next = next;
    const isHidden = !old[0]?.isConnected || old[0].closest(`.${NEW_CLASS}`) !== null;
    if (isHidden) this.#placeUnseen(next, old);
    else this.#placeBehindCurtain(next, old);
    page.scroller.changed(this.variable);
    void runScripts(next.scripts, (inert, script) => page.replacements.set(inert, () => [script]));
  }

  /** Inside of something that nobody sees yet there is no need to wait. */
  #placeUnseen(next: BoundContent, old: Element[]): void {
    const isTop = old.some((element) => element.classList.contains(NEW_CLASS));
    if (isTop) for (const element of next.tops) element.classList.add(NEW_CLASS);
    this.#place.classList.remove(NEW_CLASS);
    old[0]?.before(...next.tops);
    this.#next = undefined;
    this.#replaceBy(next);
  }

  #placeBehindCurtain(next: BoundContent, old: Element[]): void {
    for (const element of next.tops) element.classList.add(NEW_CLASS);
    if (this.#content) {
      old[0]?.before(...next.tops);
      for (const element of old) element.classList.add(OBSOLETE_CLASS);
      this.#stripIds(next, old);
    } else this.#place.replaceWith(...next.tops);
    this.#page.curtain.add(this);
  }

  /** Scripts of the new content must find its elements, not those that leave. */
  #stripIds(next: BoundContent, old: Element[]): void {
    const staying = new Set(next.adopted.flatMap(({ child }) => child.nodes()));
    const strip = (element: Element) => {
      if (staying.has(element)) return;
      element.removeAttribute('id');
      for (const child of element.children) strip(child);
    };
    for (const element of old) strip(element);
  }

  #replaceBy(next: BoundContent): void {
    const page = this.#page;
    const old = this.#content;
    const state = old && this.#isReload && capturePageState(page, shownNodesOf(page, old.tops));
    page.isMoving = true;
    for (const { child, place } of next.adopted) {
      old?.children.delete(child);
      next.children.add(child);
      child.moveTo(place);
    }
    next.adopted = [];
    if (old) {
      const leaving = shownNodesOf(page, old.tops);
      disposeContent(page, old);
      for (const node of leaving) node.remove();
    } else this.#place.remove();
    this.#content = next;
    page.isMoving = false;
    if (state) state.restore(shownNodesOf(page, next.tops));
  }

  #clear(): void {
    const page = this.#page;
    const [first] = this.nodes();
    first?.before(this.#place);
    this.#dropNext();
    page.curtain.delete(this);
    if (this.#content) {
      const leaving = shownNodesOf(page, this.#content.tops);
      disposeContent(page, this.#content);
      for (const node of leaving) node.remove();
    }
    this.#place.replaceChildren();
    this.#place.id = this.variable.asked.elementId ?? this.#place.id;
    this.#content = undefined;
    this.#viewdef = undefined;
    this.#returnAttributes = undefined;
  }

  #dropNext(): void {
    const next = this.#next;
    if (!next) return;
    if (!this.#content) this.newElements()[0]?.before(this.#place);
    for (const node of shownNodesOf(this.#page, next.tops)) node.remove();
    this.#next = undefined;
    disposeContent(this.#page, next);
  }

  /** Say on the elements and to the server which view this is. */
  #mark(next: BoundContent, viewdef: CompiledViewdef): void {
    const [first] = next.tops;
    const main = visibleOf(next.tops);
    if (!first || !main) return;
    first.setAttribute('ui-viewdef', viewdef.key);
    this.#returnAttributes = takeAttributes(main, this.#place);
    const isElsewhere = first.id !== this.variable.asked.elementId;
    this.#page.store.setProperties(this.variable, {
      viewdef: viewdef.key,
      ...(isElsewhere && { elementId: first.id }),
    });
  }
}

function typeOf({ key }: CompiledViewdef): string {
  return key.slice(0, key.lastIndexOf('.'));
}
