import './status-page.css';
import {
  type PageMessage,
  pageMessageSchema,
  refusalSchema,
  statusSchema,
} from '../protocol/page-messages.ts';
import { pageHeaders } from './page/page-headers.ts';
import { readBody, readMessage } from './page/read-message.ts';
import { serverPath } from './page/server-path.ts';
import { stayConnected } from './page/stay-connected.ts';

type Session = Extract<PageMessage, { type: 'session' }>['session'];
type Problem = Extract<PageMessage, { type: 'problems' }>['problems'][number];

const sessions = new Map<string, Session>();

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function link(href: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href: serverPath(href), textContent: text });
}

/** The name leads to the session; what else there is to open, or what it is about, is below. */
function nameCell(row: HTMLTableRowElement, { name, description, links: [first, ...more] }: Session): void {
  const place = row.insertCell();
  place.append(first ? link(first.href, first.text ?? name) : name);
  const detail = more.length > 0 ? more.map(({ href, text }) => link(href, text ?? href)) : [description];
  const small = document.createElement('small');
  small.append(...detail);
  if (small.textContent !== '') place.append(small);
}

function showSessions(): void {
  const newest = [...sessions.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  element('no-sessions').hidden = newest.length > 0;
  const table = element<HTMLTableElement>('sessions');
  table.hidden = newest.length === 0;
  table.tBodies[0]?.replaceChildren(...newest.map(toRow));
}

function toRow(session: Session): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.dataset.status = session.status;
  nameCell(row, session);
  row.insertCell().textContent = session.kind;
  statusCell(row, session);
  row.insertCell().textContent = new Date(session.updatedAt).toLocaleString();
  return row;
}

/** Answers why it could not be closed, if so. */
async function closeSession(sessionId: string): Promise<string | undefined> {
  const response = await fetch(serverPath(`/api/sessions/${sessionId}/close`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await pageHeaders()) },
    body: '{}',
  });
  if (response.ok) return undefined;
  const { error } = await readBody(refusalSchema, response);
  return error ?? 'The session could not be closed.';
}

/** What an agent or the person began can be ended here; the rest ends by itself. */
function statusCell(row: HTMLTableRowElement, { sessionId, closable, name, status }: Session): void {
  const place = row.insertCell();
  place.append(Object.assign(document.createElement('span'), { textContent: status }));
  if (!closable) return;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Close' });
  button.setAttribute('aria-label', `Close ${name}`);
  button.addEventListener('click', async () => {
    // Rows move as sessions are used, and what is closed stays closed.
    if (!confirm(`Close “${name}”? It cannot be opened again.`)) return;
    button.disabled = true;
    const problem = await closeSession(sessionId).catch(
      () => 'The server is not reachable. Try again in a moment.',
    );
    if (problem) element('connection').textContent = problem;
    button.disabled = false;
  });
  const small = document.createElement('small');
  small.append(button);
  place.append(small);
}

function showProblems(problems: readonly Problem[]): void {
  const section = element('problems');
  section.hidden = problems.length === 0;
  section.querySelector('ul')?.replaceChildren(
    ...problems.map(({ of, message }) => {
      const item = document.createElement('li');
      const name = document.createElement('strong');
      name.textContent = of;
      item.append(name, ` ${message}`);
      return item;
    }),
  );
}

async function showServer(): Promise<void> {
  const response = await fetch(serverPath('/api/status'));
  // Refused or gone in between: the connection says so, and this comes again with the next one.
  if (!response.ok) return;
  const status = await readBody(statusSchema, response);
  const pages = status.areas.flatMap(({ page }) => page ?? []);
  element('menu').replaceChildren(...pages.flatMap(({ path, title }) => [link(path, title), ' · ']));
  const rows = {
    Folder: status.dir,
    'MCP address': status.mcpUrl,
    'Signed in as': status.user.name,
    Tools: status.areas.flatMap((area) => area.tools).join(', '),
    Version: status.version,
  };
  element('server').replaceChildren(
    ...Object.entries(rows).flatMap(([name, value]) => {
      const term = document.createElement('dt');
      const detail = document.createElement('dd');
      term.textContent = name;
      detail.textContent = value;
      return [term, detail];
    }),
  );
}

stayConnected('/ws', {
  onOpen() {
    element('connection').textContent = 'Connected';
    void showServer();
  },
  onText(text) {
    const message = readMessage(pageMessageSchema, text);
    if (!message) return;
    if (message.type === 'problems') return showProblems(message.problems);
    if (message.type === 'sessions') sessions.clear();
    const changed = message.type === 'sessions' ? message.sessions : [message.session];
    for (const session of changed) sessions.set(session.sessionId, session);
    showSessions();
  },
  onAway() {
    element('connection').textContent = 'The server is not reachable. Reconnecting…';
  },
});
