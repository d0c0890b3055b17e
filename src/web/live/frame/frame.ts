import './frame.css';
import type { LiveApp } from '../live-app.ts';
import { makeElement } from '../make-element.ts';
import { createAgentBadge } from './agent-badge.ts';
import { createAppMenu } from './app-menu.ts';
import { createChatPanel } from './chat-panel.ts';
import type { Toasts } from './toasts.ts';

/** What stands around every app: the menu, what the agent is doing, and a line to it. */
export function createFrame(header: HTMLElement, app: LiveApp, toasts: Toasts): void {
  const { viewdefs } = app.page;
  // A page of the author's has the bar because it asks for it.
  const hasShell = () => document.body.classList.contains('ui-framed') && !viewdefs.isBuiltIn('MCP.DEFAULT');
  app.onViews(() => document.body.classList.toggle('ui-own-shell', hasShell()));
  const { toggle, panel } = createChatPanel(app, (text) => hasShell() || toasts.show(text));
  header.append(
    createAppMenu(app),
    createAgentBadge(app),
    makeElement('span', { class: 'ui-space' }),
    toggle,
  );
  header.after(panel);
}
