import './frame.css';
import { makeElement } from '../../page/make-element.ts';
import type { Toasts } from '../../page/toasts.ts';
import type { LiveApp } from '../live-app.ts';
import { sessionIdOf } from '../session-id.ts';
import { createAgentBadge } from './agent-badge.ts';
import { createAppMenu } from './app-menu.ts';
import { createChatPanel } from './chat-panel.ts';
import { createHistoryToggle } from './history-toggle.ts';

/** What stands around every app: the menu, what the agent is doing, and a line to it. */
export function createFrame(header: HTMLElement, app: LiveApp, toasts: Toasts): void {
  const { viewdefs } = app.page;
  // A page of the author's has the bar because it asks for it.
  const hasShell = () => document.body.classList.contains('ui-framed') && !viewdefs.isBuiltIn('MCP.DEFAULT');
  app.onViews(() => document.body.classList.toggle('ui-own-shell', hasShell()));
  const { toggle, panel } = createChatPanel(app, (text) => hasShell() || toasts.show(text, 'agent'));
  const history = createHistoryToggle(sessionIdOf(location.pathname));
  header.classList.add('tandem');
  header.append(
    createAppMenu(app),
    createAgentBadge(app),
    makeElement('span', { class: 'ui-space' }),
    history.toggle,
    toggle,
  );
  header.after(history.panel, panel);
}
