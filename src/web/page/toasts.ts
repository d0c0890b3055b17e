import { makeElement } from './make-element.ts';

type ToastKind = 'agent' | 'done' | 'error';

/** How long each is shown; what failed stays until somebody has read it. */
const SHOWN_MS: Partial<Record<ToastKind, number>> = { agent: 8000, done: 4000 };
const MAX_TOASTS = 4;

export interface Toasts {
  /** `agent`: it says something; `done`: what the person asked for has happened. */
  show(text: string, kind?: ToastKind): void;
}

/** Short messages in a corner, read out by screen readers; each can be dismissed. */
export function createToasts(): Toasts {
  const element = makeElement('div', { class: 'ui-toasts tandem', 'aria-live': 'polite' });
  document.body.append(element);
  return {
    show(text, kind = 'done') {
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
      const shownMs = SHOWN_MS[kind];
      if (shownMs !== undefined) setTimeout(() => toast.remove(), shownMs);
      // A person who tries again has not two problems.
      for (const other of [...element.children])
        if (other.querySelector('.ui-toast-text')?.textContent === text) other.remove();
      element.append(toast);
      while (element.children.length > MAX_TOASTS) element.firstElementChild?.remove();
    },
  };
}
