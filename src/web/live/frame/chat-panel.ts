import { makeElement } from '../../page/make-element.ts';
import type { LiveApp } from '../live-app.ts';
import { type LiveChatLine, mergeChat, type OwnLine, toChatLines } from './chat-lines.ts';
import { toMarkdownNodes, toPlainText } from './markdown-nodes.ts';

/** What the person says goes to the agent by `mcp.hear`; the whole talk is in `mcp.chat`. */
export function createChatPanel(
  { page: { store } }: LiveApp,
  onUnseen: (text: string) => void,
): { toggle: HTMLElement; panel: HTMLElement } {
  const toggle = makeElement('button', { class: 'ui-button', 'aria-expanded': 'false' }, 'Chat');
  const lines = makeElement('ol', { 'aria-live': 'polite' });
  const field = makeElement('textarea', {
    rows: '2',
    'aria-label': 'Message to the agent',
    placeholder: 'Message to the agent',
  });
  const send = makeElement('button', { type: 'submit', class: 'ui-button' }, 'Send');
  const form = makeElement('form', {}, field, send);
  const panel = makeElement(
    'aside',
    { class: 'ui-chat tandem', id: 'ui-frame-chat', 'aria-label': 'Chat with the agent', hidden: '' },
    lines,
    form,
  );
  toggle.setAttribute('aria-controls', panel.id);
  const own: OwnLine[] = [];
  let told: LiveChatLine[] | undefined;

  const hear = store.create(store.root, { path: 'hear(_)', access: 'action', elementId: panel.id }, panel);
  store.create(store.root, { path: 'chat', access: 'r', elementId: panel.id }, panel, ({ value }) => {
    const before = told?.length;
    told = toChatLines(value);
    show();
    const newest = told.at(-1);
    // What was there when the page came is no news.
    if (panel.hidden && before !== undefined && told.length > before && newest?.from === 'agent')
      onUnseen(toPlainText(newest.text));
  });

  function show(): void {
    lines.replaceChildren(
      ...mergeChat(told ?? [], own).map(({ from, text }) =>
        makeElement(
          'li',
          { class: `ui-from-${from}` },
          ...(from === 'agent' ? toMarkdownNodes(text) : [text]),
        ),
      ),
    );
    lines.scrollTop = lines.scrollHeight;
  }

  function say(): void {
    const text = field.value.trim();
    if (text === '') return;
    own.push({ after: told?.length ?? 0, text });
    store.act(hear, text);
    store.flush();
    field.value = '';
    show();
  }

  function open(isOpen: boolean): void {
    panel.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('ui-chatting', isOpen);
    if (isOpen) {
      field.focus();
      lines.scrollTop = lines.scrollHeight;
    } else toggle.focus();
  }

  toggle.addEventListener('click', () => open(panel.hidden === true));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    say();
  });
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') open(false);
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.target !== field) return;
    event.preventDefault();
    say();
  });
  return { toggle, panel };
}
