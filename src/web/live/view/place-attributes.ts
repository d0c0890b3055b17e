import { NEW_CLASS, OBSOLETE_CLASS } from './curtain.ts';

const SHARED = ['class', 'style', 'slot'];
const INVISIBLE = new Set(['script', 'style', 'link', 'template']);

/** The first element of a view that can be seen: class and style of its place go there. */
export function visibleOf(elements: readonly Element[]): Element | undefined {
  return elements.find((element) => !INVISIBLE.has(element.localName)) ?? elements[0];
}

/** Gives an element the class, style and slot of the place it takes. Returns how to remove them again. */
export function takeAttributes(element: Element, place: Element): () => void {
  if (!SHARED.some((name) => place.hasAttribute(name))) return () => {};
  const classes = [...place.classList].filter(
    (name) => name !== NEW_CLASS && name !== OBSOLETE_CLASS && !element.classList.contains(name),
  );
  element.classList.add(...classes);
  const style = place.getAttribute('style');
  const ownStyle = element.getAttribute('style');
  if (style) element.setAttribute('style', [ownStyle, style].filter(Boolean).join(';'));
  const slot = element.hasAttribute('slot') ? null : place.getAttribute('slot');
  if (slot !== null) element.setAttribute('slot', slot);
  return () => {
    element.classList.remove(...classes);
    if (style && ownStyle === null) element.removeAttribute('style');
    else if (style) element.setAttribute('style', ownStyle ?? '');
    if (slot !== null) element.removeAttribute('slot');
  };
}
