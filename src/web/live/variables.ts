import './variables.css';
import { readVariables, type VariableInfo } from '../../protocol/variable-info.ts';
import { showConnection, showGone } from './banner.ts';
import { followColorScheme, loadShoelace } from './bind/shoelace.ts';
import { type HighlightMessage, openHighlightChannel } from './highlight.ts';
import { sessionIdOf } from './session-id.ts';
import { toRows, type Wishes } from './variables/to-rows.ts';
import { VariablesTable } from './variables/variables-table.ts';
import { LiveConnection } from './wire/live-connection.ts';

const MAX_ROWS = 500;
const ANSWER_MS = 700;

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

function start(): void {
  const sessionId = sessionIdOf(location.pathname);
  const channel = openHighlightChannel(sessionId);
  const closed = new Set<string>();
  const wishes: Wishes = { shape: 'tree', search: '', sort: undefined, closed };
  let infos: VariableInfo[] = [];
  let most = MAX_ROWS;
  let unanswered: ReturnType<typeof setTimeout> | undefined;

  const say = (text: string) => {
    element('said').textContent = text;
  };
  const table = new VariablesTable({
    onSort(column) {
      const isSame = wishes.sort?.column === column;
      // Up, down, and as the server has them.
      wishes.sort = isSame && wishes.sort?.isDown ? undefined : { column, isDown: isSame };
      show();
    },
    onToggle(key) {
      if (!closed.delete(key)) closed.add(key);
      show();
    },
    onCopy(info) {
      navigator.clipboard.writeText(JSON.stringify(info, null, 2)).then(
        () => say(`Variable ${info.id} was copied to the clipboard.`),
        () => say('The browser does not allow copying here.'),
      );
    },
    onHighlight({ id, properties: { elementId } }) {
      clearTimeout(unanswered);
      if (!elementId) say(`Variable ${id} has no element.`);
      else {
        unanswered = setTimeout(() => say(`No open page has the element of variable ${id}.`), ANSWER_MS);
        channel.postMessage({ kind: 'show', elementId } satisfies HighlightMessage);
      }
    },
  });
  channel.addEventListener('message', ({ data }: MessageEvent<HighlightMessage>) => {
    if (data.kind !== 'shown') return;
    clearTimeout(unanswered);
    say(`Element ${data.elementId} is highlighted on the app’s page.`);
  });

  function show(): void {
    const rows = toRows(infos, wishes);
    table.show(rows.slice(0, most), closed, wishes.sort);
    element('count').textContent = `${rows.length} of ${infos.length}`;
    element('more').hidden = rows.length <= most;
  }

  element('title').textContent = `Variables of session ${sessionId}`;
  element('table').append(table.element);
  element('more').addEventListener('click', () => {
    most += MAX_ROWS;
    show();
  });
  element('search').addEventListener('sl-input', ({ target }) => {
    wishes.search = (target as HTMLInputElement).value;
    show();
  });
  element('shape').addEventListener('sl-change', ({ target }) => {
    wishes.shape = (target as HTMLInputElement).value as Wishes['shape'];
    show();
  });
  const connection = new LiveConnection(`/ws/${sessionId}/variables`, {
    read: readVariables,
    onMessages(heard) {
      infos = heard;
      show();
    },
    onState: (state) => (state === 'gone' ? showGone() : showConnection(state)),
  });
  connection.start();
}

loadShoelace();
followColorScheme();
start();
