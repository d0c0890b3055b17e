import { innerField, setSelection } from '../bind/field-control.ts';
import type { PageContext } from '../page-context.ts';

export interface PageState {
  /** Put it onto the elements that came instead. */
  restore(roots: readonly Element[]): void;
}

interface Kept {
  element: Element;
  key: string;
}

/** Where the person is: focus, selection, scroll positions, and what they typed and did not send yet. */
export function capturePageState(page: PageContext, roots: readonly Element[]): PageState {
  const keys = keysOf(roots);
  const keep = (element: Element): Kept => ({ element, key: keys.get(element) ?? '' });
  const all = [...keys.keys()];
  const scrolled = all
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((element) => ({ ...keep(element), top: element.scrollTop, left: element.scrollLeft }));
  const typed = all.flatMap((element) => {
    const value = editOf(page, element);
    return value === undefined ? [] : [{ ...keep(element), value }];
  });
  const active = document.activeElement;
  const focused = active && keys.has(active) ? { ...keep(active), ...selectionOf(active) } : undefined;

  return {
    restore(newRoots) {
      const newKeys = keysOf(newRoots);
      const byKey = new Map([...newKeys].map(([element, key]) => [key, element]));
      // What was only moved is still itself; the rest is what now has its part.
      const find = ({ element, key }: Kept) => (newKeys.has(element) ? element : byKey.get(key));
      for (const one of typed) {
        const element = find(one);
        if (element && element !== one.element) writeEdit(page, element, one.value);
      }
      for (const one of scrolled) find(one)?.scrollTo(one.left, one.top);
      const target = focused && find(focused);
      if (target) void focusOn(target, focused);
    },
  };
}

/** Names by which an element is found again in another rendering of the same view. */
function keysOf(roots: readonly Element[]): Map<Element, string> {
  const counts = new Map<string, number>();
  const keys = new Map<Element, string>();
  for (const root of roots)
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const name = `${element.localName}|${partOf(element)}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      keys.set(element, `${name}|${count}`);
    }
  return keys;
}

/** What an element is for; its words may change with the view, and count only where there is nothing else. */
function partOf(element: Element): string {
  const of = (names: string[]) => names.map((name) => element.getAttribute(name) ?? '').join('|');
  const bound = of(['ui-value', 'ui-action', 'name']);
  return bound === '||' ? of(['label', 'placeholder']) : bound;
}

type Field = Element & {
  value?: unknown;
  defaultValue?: unknown;
  checked?: boolean;
  defaultChecked?: boolean;
};

/** What the person changed in a field: bound and not sent, or not bound at all. */
function editOf(page: PageContext, element: Field): unknown {
  const bound = page.values.get(element);
  if (bound) return bound.isEdited ? bound.read() : undefined;
  if (!('defaultValue' in element) || element.hasAttribute('ui-attr-value')) return undefined;
  return element.value === element.defaultValue ? undefined : element.value;
}

function writeEdit(page: PageContext, element: Field, value: unknown): void {
  const bound = page.values.get(element);
  if (bound) bound.restoreEdit(value);
  else element.value = value;
}

interface Selection {
  start: number | null;
  end: number | null;
}

function selectionOf(element: Element): Selection {
  const field = innerField(element);
  return { start: field?.selectionStart ?? null, end: field?.selectionEnd ?? null };
}

async function focusOn(element: Element, { start, end }: Selection): Promise<void> {
  // A component has its field only after its first rendering.
  await (element as Element & { updateComplete?: Promise<unknown> }).updateComplete;
  (element as HTMLElement).focus({ preventScroll: true });
  const field = innerField(element);
  if (field && start !== null && end !== null) setSelection(field, start, end);
}
