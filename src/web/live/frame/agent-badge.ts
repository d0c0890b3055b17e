import { makeElement } from '../../page/make-element.ts';
import type { LiveApp } from '../live-app.ts';
import { AGENT_TEXT, agentStateOf } from './agent-state.ts';

const LOOK_AGAIN_MS = 15_000;

/** Says what the agent is doing, as far as the server knows. */
export function createAgentBadge({ page: { store } }: LiveApp): HTMLElement {
  const text = makeElement('span');
  const badge = makeElement('span', { class: 'ui-agent', role: 'status', id: 'ui-frame-agent' }, text);
  let lastSeen: number | undefined;
  const ask = (path: string) =>
    store.create(store.root, { path, access: 'r', elementId: badge.id }, badge, () => look());
  const polling = ask('pollingEvents()');
  const idle = ask('agentIdle()');
  const look = () => {
    // The server counts when something happens; in between, this page does. Nothing: no agent came yet.
    if (polling.value === true) lastSeen = performance.now();
    else if (typeof idle.value === 'number')
      lastSeen = Math.max(lastSeen ?? 0, performance.now() - idle.value * 1000);
    show();
  };
  const show = () => {
    const seconds = lastSeen === undefined ? undefined : (performance.now() - lastSeen) / 1000;
    const state = agentStateOf(polling.value === true, seconds);
    if (badge.dataset.state === state) return;
    badge.dataset.state = state;
    text.textContent = AGENT_TEXT[state];
  };
  setInterval(show, LOOK_AGAIN_MS);
  show();
  return badge;
}
