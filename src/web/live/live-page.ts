import type { BoundValue } from './bind-value.ts';
import type { Content } from './content.ts';
import type { Curtain } from './curtain.ts';
import type { Growth } from './growth.ts';
import type { OutputScroller } from './output-scroller.ts';
import type { TemplatePlan } from './template-plan.ts';
import type { Variable } from './variable.ts';
import type { VariableStore } from './variable-store.ts';
import type { View } from './view.ts';
import type { ViewdefStore } from './viewdef-store.ts';

/** What the parts of one page share. */
export interface LivePage {
  store: VariableStore;
  viewdefs: ViewdefStore;
  curtain: Curtain;
  growth: Growth;
  scroller: OutputScroller;
  /** Every view that is alive, to look again when views come. */
  views: Set<View>;
  /** The `ui-value` of an element. */
  values: WeakMap<Element, BoundValue>;
  /** What stands in the document for an element that something else has taken the place of. */
  standIns: WeakMap<Element, () => Element[]>;
  /** Elements are being moved: that they lose focus is none of the person's doing. */
  isMoving: boolean;
  vendId(): string;
  /** Clone and bind a template below `parent`; children of `before` that it still has are kept for it. */
  instantiate(plan: TemplatePlan, parent: Variable, firstId: string, before?: Content): Content;
}
