import type { BoundValue } from './bind/bind-value.ts';
import type { OutputScroller } from './bind/output-scroller.ts';
import type { Content } from './view/content.ts';
import type { Curtain } from './view/curtain.ts';
import type { IncrementalLists } from './view/incremental-lists.ts';
import type { TemplatePlan } from './view/template-plan.ts';
import type { View } from './view/view.ts';
import type { ViewdefStore } from './view/viewdef-store.ts';
import type { Variable } from './wire/variable.ts';
import type { VariableStore } from './wire/variable-store.ts';

/** What the parts of one page share. */
export interface LivePage {
  store: VariableStore;
  viewdefs: ViewdefStore;
  curtain: Curtain;
  incrementalLists: IncrementalLists;
  scroller: OutputScroller;
  /** Every view that is alive, to look again when views come. */
  views: Set<View>;
  /** The `ui-value` of an element. */
  values: WeakMap<Element, BoundValue>;
  /** What stands in the document for an element that something else has taken the place of. */
  replacements: WeakMap<Element, () => Element[]>;
  /** Elements are being moved: that they lose focus is none of the person's doing. */
  isMoving: boolean;
  vendId(): string;
  /** Clone and bind a template below `parent`; children of `before` that it still has are kept for it. */
  instantiate(plan: TemplatePlan, parent: Variable, firstId: string, before?: Content): Content;
}
