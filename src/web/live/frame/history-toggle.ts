import { makeElement } from '../../page/make-element.ts';

/** Who did what in this live UI, beside it. */
export function createHistoryToggle(sessionId: string): { toggle: HTMLElement; panel: HTMLElement } {
  const toggle = makeElement('button', { class: 'ui-button', 'aria-expanded': 'false' }, 'History');
  const panel = makeElement('aside', {
    class: 'tandem ui-history',
    id: 'ui-frame-history',
    'aria-label': 'History',
    hidden: '',
  });
  toggle.setAttribute('aria-controls', panel.id);
  let isLoaded = false;
  async function open(isOpen: boolean): Promise<void> {
    panel.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) toggle.focus();
    if (!isOpen || isLoaded) return;
    isLoaded = true;
    try {
      const { showHistory } = await import('./history-panel.tsx');
      showHistory(panel, sessionId);
    } catch {
      isLoaded = false;
      panel.textContent = 'The history could not be loaded. Close it and try again.';
    }
  }
  toggle.addEventListener('click', () => void open(panel.hidden === true));
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') void open(false);
  });
  return { toggle, panel };
}
