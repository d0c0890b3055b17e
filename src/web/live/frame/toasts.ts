import { makeElement } from '../make-element.ts';

const SHOWN_MS = 8000;
const MAX_TOASTS = 4;

/** Short messages in a corner; each goes away by itself or with a click. */
export function createToasts(): { element: HTMLElement; show(text: string, kind?: 'agent' | 'error'): void } {
  const element = makeElement('div', { class: 'ui-toasts', 'aria-live': 'polite' });
  return {
    element,
    show(text, kind = 'agent') {
      const close = makeElement('button', { class: 'ui-toast-close', 'aria-label': 'Close' }, '×');
      const toast = makeElement(
        'div',
        { class: `ui-toast ui-toast-${kind}` },
        makeElement('span', {}, text),
        close,
      );
      close.addEventListener('click', () => toast.remove());
      setTimeout(() => toast.remove(), SHOWN_MS);
      element.append(toast);
      while (element.children.length > MAX_TOASTS) element.firstElementChild?.remove();
    },
  };
}
