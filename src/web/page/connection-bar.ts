import { makeElement } from './make-element.ts';

/** For pages that have nothing more to say about it. */
export const AWAY = 'The server is not reachable. Reconnecting…';

/** Says in a thin bar that the connection is lost, for as long as it is; what is on the page stays. */
export function showConnectionBar(text: string | undefined): void {
  const shown = document.querySelector('.ui-banner');
  if (shown?.textContent === text) return;
  shown?.remove();
  if (text !== undefined)
    document.body.append(makeElement('div', { class: 'ui-banner tandem', role: 'status' }, text));
}
