import { makeElement } from '../make-element.ts';

const SHOWN_MS = 8000;
const MAX_TOASTS = 4;

export interface Toasts {
  show(text: string, kind?: 'agent' | 'error'): void;
}

/** Short messages in a corner; each goes away with a click, and what is no error also by itself. */
export function createToasts(): Toasts {
  const element = makeElement('div', { class: 'ui-toasts', 'aria-live': 'polite' });
  document.body.append(element);
  return {
    show(text, kind = 'agent') {
      const close = makeElement('button', { class: 'ui-toast-close', 'aria-label': 'Close' }, '×');
      const toast = makeElement(
        'div',
        { class: `ui-toast ui-toast-${kind}` },
        // Colour alone would not say that something failed.
        ...(kind === 'error'
          ? [makeElement('span', { class: 'ui-toast-mark', 'aria-hidden': 'true' }, '!')]
          : []),
        makeElement('span', { class: 'ui-toast-text' }, text),
        close,
      );
      close.addEventListener('click', () => toast.remove());
      if (kind !== 'error') setTimeout(() => toast.remove(), SHOWN_MS);
      // A person who tries again has not two problems.
      for (const other of [...element.children])
        if (other.querySelector('.ui-toast-text')?.textContent === text) other.remove();
      element.append(toast);
      while (element.children.length > MAX_TOASTS) element.firstElementChild?.remove();
    },
  };
}
