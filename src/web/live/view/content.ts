import type { Properties } from '../../../protocol/live-messages.ts';
import type { Variable } from '../wire/variable.ts';
import type { VariableStore } from '../wire/variable-store.ts';

/** A view or list inside of a template. */
export interface ContentChild {
  isFor(asked: Properties): boolean;
  nodes(): Element[];
  moveTo(place: Element): void;
  dispose(): void;
}

/** A view or list that stays when the view around it is rendered anew, and the place it moves to. */
export interface Adoption {
  child: ContentChild;
  place: Element;
}

/** One clone of a template with everything that is bound in it. */
export interface BoundContent {
  /** The elements at the top of the template; others may stand in for them, see `shownNodesOf`. */
  tops: Element[];
  scripts: Element[];
  children: Set<ContentChild>;
  variables: Variable[];
  adopted: Adoption[];
}

/** What is in the document for these elements just now. */
export function shownNodesOf(
  page: { replacements: WeakMap<Element, () => Element[]> },
  elements: readonly Element[],
): Element[] {
  return elements.flatMap((element) => page.replacements.get(element)?.() ?? [element]);
}

/** Everything that is bound in it is gone; children that have moved on are not among its own any more. */
export function disposeContent(page: { store: VariableStore }, content: BoundContent): void {
  for (const child of content.children) child.dispose();
  for (const variable of content.variables) page.store.destroy(variable);
  content.children.clear();
  content.variables = [];
}
