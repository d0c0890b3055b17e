import './status-page.css';
import type { PageMessage, Status } from '../protocol/page-messages.ts';
import { stayConnected } from './page/stay-connected.ts';

type Session = Extract<PageMessage, { type: 'session' }>['session'];

const sessions = new Map<string, Session>();

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function cell(row: HTMLTableRowElement, text: string, detail?: string): void {
  const td = row.insertCell();
  td.textContent = text;
  if (!detail) return;
  const small = document.createElement('small');
  small.textContent = detail;
  td.append(small);
}

function linkCell(row: HTMLTableRowElement, href: string, text: string): void {
  const link = Object.assign(document.createElement('a'), { href, textContent: text });
  row.insertCell().append(link);
}

/** A live UI has a page of its own, at another origin. */
function liveCell(row: HTMLTableRowElement, session: Session): void {
  const link = document.createElement('a');
  link.href = `/live/${session.sessionId}/`;
  link.textContent = session.name;
  const console = document.createElement('a');
  console.href = `/console?session=${session.sessionId}`;
  console.textContent = 'Lua console';
  const small = document.createElement('small');
  small.append(console);
  row.insertCell().append(link, small);
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
  if (session.kind === 'live' && session.status === 'open') liveCell(row, session);
  else if (session.kind === 'chat' && session.status === 'open')
    linkCell(row, `/chat/${session.sessionId}`, session.name);
  else cell(row, session.name, session.description);
  cell(row, session.kind);
  cell(row, session.status);
  cell(row, new Date(session.updatedAt).toLocaleString());
  return row;
}

async function showServer(): Promise<void> {
  const response = await fetch('/api/status');
  // Refused or gone in between: the connection says so, and this comes again with the next one.
  if (!response.ok) return;
  const status = (await response.json()) as Status;
  element('chat').hidden = !status.areas.some(({ name }) => name === 'chat');
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
  onMessage(text) {
    const message = JSON.parse(text) as PageMessage;
    if (message.type === 'sessions') sessions.clear();
    const changed = message.type === 'sessions' ? message.sessions : [message.session];
    for (const session of changed) sessions.set(session.sessionId, session);
    showSessions();
  },
  onAway() {
    element('connection').textContent = 'The server is away. Reconnecting…';
  },
});
