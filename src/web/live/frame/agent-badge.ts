import type { LiveApp } from '../live-app.ts';
import { makeElement } from '../make-element.ts';
import { AGENT_TEXT, agentStateOf } from './agent-state.ts';

const LOOK_AGAIN_MS = 15_000;

/** Says what the agent is doing, as far as the server knows. */
export function createAgentBadge({ page: { store } }: LiveApp): HTMLElement {
  const text = makeElement('span');
  const badge = makeElement('span', { class: 'ui-agent', role: 'status', id: 'ui-frame-agent' }, text);
  let lastWaited: number | undefined;
  const ask = (path: string) =>
    store.create(store.root, { path, access: 'r', elementId: badge.id }, badge, () => look());
  const polling = ask('pollingEvents()');
  const waited = ask('waitTime()');
  const look = () => {
    const seconds = Number(waited.value ?? 0);
    // The server counts when something happens; in between, this page does. Zero and not waiting: nobody came yet.
    if (polling.value === true) lastWaited = performance.now();
    else if (seconds > 0) lastWaited = Math.max(lastWaited ?? 0, performance.now() - seconds * 1000);
    show();
  };
  const show = () => {
    const seconds = lastWaited === undefined ? undefined : (performance.now() - lastWaited) / 1000;
    const state = agentStateOf(polling.value === true, seconds);
    if (badge.dataset.state === state) return;
    badge.dataset.state = state;
    text.textContent = AGENT_TEXT[state];
  };
  setInterval(show, LOOK_AGAIN_MS);
  show();
  return badge;
}
