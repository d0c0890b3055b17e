import type { PageContext } from '../page-context.ts';
import type { ElementBinding } from '../view/template-plan.ts';
import type { Variable } from '../wire/variable.ts';

/** Binds one attribute of an element to a variable below `parent`, which it makes and returns. */
export type Binder = (
  page: PageContext,
  element: Element,
  binding: ElementBinding,
  parent: Variable,
) => Variable;
