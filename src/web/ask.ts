import './status-page.css';
import './ask.css';
import type { AskPage } from '../protocol/ask-page.ts';
import { createField, type Field, type FieldSchema } from './ask-field.ts';

const main = document.getElementById('main') as HTMLElement;
const LOOK_AGAIN_MS = 700;

function text(tag: 'p' | 'h2' | 'summary' | 'pre' | 'a', content: string, id = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  if (id) element.id = id;
  return element;
}

function link(href: string, content: string): HTMLAnchorElement {
  const element = text('a', content) as HTMLAnchorElement;
  element.href = href;
  return element;
}

async function showList(): Promise<void> {
  const { asks } = (await (await fetch('/api/asks')).json()) as {
    asks: { askId: string; toolName: string; message: string; askedAt: string }[];
  };
  const items = asks.map(({ askId, toolName, message, askedAt }) => {
    const item = document.createElement('p');
    const when = document.createElement('small');
    when.textContent = `${toolName}, ${new Date(askedAt).toLocaleString()}`;
    item.append(link(`/asks/${askId}`, message.split('\n')[0] || toolName), when);
    return item;
  });
  main.replaceChildren(...(items.length > 0 ? items : [text('p', 'No question waits for an answer.')]));
}

async function showAsk(id: string): Promise<void> {
  const response = await fetch(`/api/asks/${id}`);
  if (response.status === 404) return end('There is no such question, or it is not yours to answer.');
  const ask = (await response.json()) as AskPage & { error?: string };
  if (!response.ok)
    return end(ask.error ?? 'The question cannot be shown now. Reload the page to try again.');
  (document.getElementById('title') as HTMLElement).textContent = ask.toolName;
  document.title = `${ask.toolName} · Tandem`;
  if (ask.status === 'open') showForm(ask);
  else if (ask.status === 'answered') await showAnswered(ask);
  else if (ask.status === 'expired')
    end('This question has expired. Nobody waits for the answer any more.', ask);
  else end('This question was withdrawn. Nobody waits for the answer any more.', ask);
}

function end(words: string, ask?: AskPage): void {
  const message = ask ? [text('p', ask.message, 'message')] : [];
  main.replaceChildren(...message, text('p', words, 'status'));
}

/** What was answered, and the next question of the same call as soon as there is one. */
async function showAnswered(ask: AskPage): Promise<void> {
  const done = { accept: 'You answered this.', decline: 'You declined this.', cancel: 'You cancelled this.' };
  end(done[ask.answer?.action ?? 'accept'], ask);
  if (ask.answer?.content) main.append(text('pre', JSON.stringify(ask.answer.content, null, 2)));
  if (ask.nextAskId) {
    main.append(link(`/asks/${ask.nextAskId}`, 'There is another question'));
    return;
  }
  if (ask.callStatus === 'completed') main.append(text('p', 'The tool has finished.'));
  else if (ask.callStatus === 'failed')
    main.append(text('p', 'The tool has failed; the agent was told why.'));
  else if (ask.callStatus === 'aborted') main.append(text('p', 'The call was cancelled.'));
  else if (ask.callStatus) {
    main.append(text('p', 'The tool goes on…'));
    setTimeout(() => void showAsk(ask.askId), LOOK_AGAIN_MS);
  }
}

function showForm(ask: AskPage): void {
  const { properties = {}, required = [] } = ask.schema as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  const fields = Object.entries(properties).map(([name, schema]) =>
    createField(name, schema, required.includes(name)),
  );
  const form = document.createElement('form');
  form.noValidate = true;
  const status = text('p', '', 'status');
  status.setAttribute('role', 'alert');
  const send = (answer: object) => void answerAsk(ask, answer, fields, status);
  form.append(...fields.map(({ element }) => element));
  form.append(
    button('Send', 'submit'),
    button('Decline', 'button', () => send({ action: 'decline' })),
  );
  form.append(
    button('Cancel', 'button', () => send({ action: 'cancel' })),
    status,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const content = readAll(fields, required);
    if (content) send({ action: 'accept', content });
  });
  main.replaceChildren(text('p', ask.message, 'message'), ...shown(ask.context), form);
  form.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

/** What the question shows beside its words, for whoever wants to see it. */
function shown(context: Record<string, unknown>): HTMLElement[] {
  if (Object.keys(context).length === 0) return [];
  const details = document.createElement('details');
  details.append(text('summary', 'Shown with the question'), text('pre', JSON.stringify(context, null, 2)));
  return [details];
}

function button(label: string, type: 'submit' | 'button', onClick?: () => void): HTMLButtonElement {
  const element = Object.assign(document.createElement('button'), { type, textContent: label });
  if (onClick) element.addEventListener('click', onClick);
  return element;
}

/** What all fields give; undefined when one of them says that something is missing or cannot be read. */
function readAll(fields: readonly Field[], required: readonly string[]): Record<string, unknown> | undefined {
  const content: Record<string, unknown> = {};
  let isGood = true;
  for (const { name, read, fault } of fields) {
    fault('');
    try {
      const value = read();
      if (value === undefined && required.includes(name)) throw new Error('Please fill this in.');
      if (value !== undefined) content[name] = value;
    } catch (error) {
      fault((error as Error).message);
      isGood = false;
    }
  }
  return isGood ? content : undefined;
}

async function answerAsk(
  ask: AskPage,
  answer: object,
  fields: readonly Field[],
  status: HTMLElement,
): Promise<void> {
  status.textContent = 'Sending…';
  try {
    // What a cookie alone must not do needs the page's own token.
    const { token } = (await (await fetch('/api/page-token')).json()) as { token: string };
    const response = await fetch(`/api/asks/${ask.askId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tandem-Token': token },
      body: JSON.stringify(answer),
    });
    const { error, fields: faults = {} } = (await response.json()) as {
      error?: string;
      fields?: Record<string, string>;
    };
    if (response.status !== 422) {
      // Answered now, or by somebody else a moment before: either way the page shows how it stands.
      await showAsk(ask.askId);
      if (!response.ok) main.append(text('p', error ?? 'The answer was not taken.', 'refusal'));
      return;
    }
    status.textContent = '';
    for (const field of fields) field.fault('');
    for (const [path, fault] of Object.entries(faults)) {
      const field = fields.find(({ name }) => path === name || path.startsWith(`${name}.`));
      if (field) field.fault(fault);
      else status.textContent = fault;
    }
  } catch {
    status.textContent = 'The server is away. Try again in a moment.';
  }
}

const [, , id] = location.pathname.split('/');
void (id ? showAsk(id) : showList());
