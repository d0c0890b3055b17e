import './page/page.css';
import './console.css';
import { luaResultSchema, pageMessageSchema } from '../protocol/page-messages.ts';
import { AWAY, showConnectionBar } from './page/connection-bar.ts';
import { pageHeaders } from './page/page-headers.ts';
import { readBody, readMessage } from './page/read-message.ts';
import { serverPath } from './page/server-path.ts';
import { stayConnected } from './page/stay-connected.ts';

const form = document.getElementById('console') as HTMLFormElement;
const select = document.getElementById('session') as HTMLSelectElement;
const code = document.getElementById('code') as HTMLTextAreaElement;
const link = document.getElementById('open') as HTMLAnchorElement;
const output = document.getElementById('output') as HTMLElement;
const ran: string[] = [];
let shown = 0;

/** The live sessions, as they come and go. */
function showSessions(text: string): void {
  const message = readMessage(pageMessageSchema, text);
  if (!message || message.type === 'problems') return;
  const changed = message.type === 'sessions' ? message.sessions : [message.session];
  for (const { sessionId, kind, name, status } of changed) {
    const known = [...select.options].find(({ value }) => value === sessionId);
    if (kind !== 'live') continue;
    if (status !== 'open') known?.remove();
    else if (!known) select.add(new Option(name, sessionId));
  }
  const wanted = new URLSearchParams(location.search).get('session');
  if (wanted && select.value === '') select.value = wanted;
  showLink();
}

function showLink(): void {
  link.hidden = select.value === '';
  link.href = serverPath(`/live/${select.value}/`);
}

async function run(): Promise<void> {
  const text = code.value;
  ran.push(text);
  shown = ran.length;
  show('code', text);
  try {
    const response = await fetch(serverPath('/api/live/run'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(await pageHeaders()) },
      body: JSON.stringify({ sessionId: select.value, code: text }),
    });
    const { result, error } = await readBody(luaResultSchema, response);
    if (error === undefined) show('result', pretty(result ?? 'null'));
    else show('error', error);
  } catch {
    show('error', 'The server did not respond.');
  }
  code.select();
}

function show(kind: 'code' | 'result' | 'error', text: string): void {
  const block = document.createElement('pre');
  block.className = kind;
  block.textContent = text;
  output.append(block);
  block.scrollIntoView({ block: 'nearest' });
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
select.addEventListener('change', showLink);
code.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
  const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
  if (step === undefined) return;
  event.preventDefault();
  shown = Math.max(0, Math.min(ran.length, shown + step));
  code.value = ran[shown] ?? '';
});
stayConnected('/ws', {
  onOpen: () => showConnectionBar(undefined),
  onText: showSessions,
  onAway: () => showConnectionBar(AWAY),
});
code.focus();
