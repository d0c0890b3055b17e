import './live.css';
import { showConnection, showGone } from './banner.ts';
import { createLiveApp } from './live-app.ts';
import { sessionIdOf } from './session-id.ts';
import { followColorScheme, loadShoelace } from './shoelace.ts';
import { exposeUiApp } from './ui-app.ts';

function start(root: Element): void {
  const sessionId = sessionIdOf(location.pathname);
  const app = createLiveApp(
    root,
    `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${sessionId}`,
  );
  exposeUiApp(app);
  app.onState((state) => (state === 'gone' ? showGone(sessionId) : showConnection(state)));
  // A form without an address of its own would load the page again, and everything with it.
  document.addEventListener('submit', (event) => {
    if (!(event.target as Element).hasAttribute('action')) event.preventDefault();
  });
  app.connection.start();
}

void loadShoelace();
followColorScheme();
const root = document.querySelector('[ui-app]');
if (root) start(root);
