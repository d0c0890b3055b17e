import type { OutputScroller } from './bind/output-scroller.ts';
import type { CompiledViewdefs } from './view/compiled-viewdefs.ts';
import type { BoundContent } from './view/content.ts';
import type { Curtain } from './view/curtain.ts';
import type { IncrementalLists } from './view/incremental-lists.ts';
import type { TemplatePlan } from './view/template-plan.ts';
import type { Variable } from './wire/variable.ts';
import type { VariableStore } from './wire/variable-store.ts';

/** The `ui-value` of an element, for the other parts of its page. */
export interface ElementValue {
  readonly variable: Variable;
  /** The person has changed the field and it was not sent yet. */
  readonly isEdited: boolean;
  /** What the field holds, as it would be sent. */
  read(): unknown;
  send(value: unknown): void;
  /** Queue what the person entered, so that it arrives before what they do next. */
  sync(): void;
  /** Text that was typed into the field this one replaces. */
  restoreEdit(value: unknown): void;
}

/** What the parts of one page share. */
export interface PageContext {
  store: VariableStore;
  viewdefs: CompiledViewdefs;
  curtain: Curtain;
  incrementalLists: IncrementalLists;
  scroller: OutputScroller;
  /** Every view that is alive, to look again when views come. */
  views: Set<{ look(): void }>;
  /** The `ui-value` of an element. */
  values: WeakMap<Element, ElementValue>;
  /** What stands in the document for an element that something else has taken the place of. */
  replacements: WeakMap<Element, () => Element[]>;
  /** Elements are being moved: that they lose focus is none of the person's doing. */
  isMoving: boolean;
  vendId(): string;
  /** Clone and bind a template below `parent`; children of `before` that it still has are kept for it. */
  instantiate(plan: TemplatePlan, parent: Variable, firstId: string, before?: BoundContent): BoundContent;
}
