import { showConnectionBar } from '../page/connection-bar.ts';
import type { LiveConnectionState } from './wire/live-connection.ts';

const TEXTS: Partial<Record<LiveConnectionState, string>> = {
  away: 'Reconnecting… What you type is kept; buttons work again when the connection is back.',
  refused:
    'You are signed out. What you type is kept: sign in in another tab (run “tandem open”), and this page continues.',
};

/** Says that the connection is lost, for as long as it is. */
export function showConnection(state: LiveConnectionState): void {
  showConnectionBar(TEXTS[state]);
}

/** Instead of an app that has ended under the page. */
export function showGone(): void {
  showConnectionBar(undefined);
  showNotice('This session has ended', 'It was closed. The agent can open a new one.');
}

/** A page with nothing but a heading and a sentence. */
export function showNotice(title: string, text: string, ...more: Element[]): void {
  const main = document.createElement('main');
  main.className = 'ui-notice';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  main.append(heading, paragraph, ...more);
  document.body.replaceChildren(main);
}
