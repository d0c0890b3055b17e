import type { UsedElement } from '../../../protocol/live-messages.ts';
import { fieldControlOf } from '../bind/field-control.ts';

const MAX_LABEL = 80;

/** What the page calls an element that a person used, for those who read what happened. Never what they entered. */
export function toUsedElement(element: Element | undefined): UsedElement | undefined {
  if (!element) return undefined;
  const { labels, type, value } = element as HTMLInputElement;
  const isButton = element.localName.includes('button') || /^(button|submit|reset)$/.test(type ?? '');
  const isField = !isButton && fieldControlOf(element) !== undefined;
  const texts = [
    element.getAttribute('aria-label'),
    labels?.[0]?.textContent,
    element.getAttribute('label'),
    isField ? element.getAttribute('placeholder') : element.textContent,
    isButton && typeof value === 'string' ? value : undefined,
    element.getAttribute('title'),
  ];
  const text = texts.map((one) => one?.replaceAll(/\s+/g, ' ').trim()).find(Boolean) ?? '';
  const label = text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}…` : text;
  return label === '' ? undefined : { how: isField ? 'changed' : 'clicked', label };
}
