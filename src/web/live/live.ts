import './live.css';
import { createToasts } from '../page/toasts.ts';
import { showConnection, showGone } from './banner.ts';
import { followColorScheme, loadShoelace } from './bind/shoelace.ts';
import { claimSession, showAlreadyOpen } from './conserve.ts';
import { createFrame } from './frame/frame.ts';
import { answerHighlights } from './highlight.ts';
import { createLiveApp } from './live-app.ts';
import { sessionIdOf } from './session-id.ts';
import { chooseTheme } from './theme.ts';
import { exposeUiApp } from './ui-app.ts';

async function start(root: Element): Promise<void> {
  const sessionId = sessionIdOf(location.pathname);
  if (!(await claimSession(sessionId))) {
    showAlreadyOpen();
    return;
  }
  const app = createLiveApp(root, `/ws/${sessionId}`);
  exposeUiApp(app);
  app.onState((state) => (state === 'gone' ? showGone() : showConnection(state)));
  const frame = document.querySelector<HTMLElement>('[ui-frame]');
  const toasts = createToasts();
  app.onError((code, description) => {
    // A restart is no news: the page builds itself again.
    if (code !== 'session-restarted') toasts.show(description, 'error');
  });
  if (frame) createFrame(frame, app, toasts);
  // A form without an address of its own would load the page again, and everything with it.
  document.addEventListener('submit', (event) => {
    if (!(event.target as Element).hasAttribute('action')) event.preventDefault();
  });
  answerHighlights(sessionId);
  app.connection.start();
}

// The page is the author's: the names of our style are for our own parts only.
document.documentElement.classList.add('ui-page');
loadShoelace();
if (!chooseTheme()) followColorScheme();
const root = document.querySelector('[ui-app]');
if (root) void start(root);
