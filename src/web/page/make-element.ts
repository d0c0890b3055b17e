/** An element with its attributes and what is inside it. */
export function makeElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes?: Record<string, string>,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K];
export function makeElement(
  name: string,
  attributes?: Record<string, string>,
  ...inside: (Node | string)[]
): HTMLElement;
export function makeElement(
  name: string,
  attributes: Record<string, string> = {},
  ...inside: (Node | string)[]
): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}
