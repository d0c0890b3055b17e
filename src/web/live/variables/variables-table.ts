import type { VariableInfo } from '../../../protocol/variable-info.ts';
import { makeElement } from '../../page/make-element.ts';
import { COLUMNS } from './columns.ts';
import type { VariableRow } from './to-rows.ts';

const MAX_TEXT_LENGTH = 200;

export interface TableHandlers {
  onSort(column: string): void;
  onToggle(key: string): void;
  onCopy(info: VariableInfo): void;
  onHighlight(info: VariableInfo): void;
}

/** The table; rows stay the same elements while their variable does, so that focus and selection survive an update. */
export class VariablesTable {
  readonly element = makeElement('table', { class: 'variables' });
  readonly #body = makeElement('tbody');
  readonly #headers = new Map<string, HTMLElement>();
  readonly #rows = new Map<string, { element: HTMLElement; content: string }>();
  readonly #handlers: TableHandlers;

  constructor(handlers: TableHandlers) {
    this.#handlers = handlers;
    const row = makeElement('tr');
    for (const { name } of COLUMNS) {
      const button = makeElement('button', {}, name);
      button.addEventListener('click', () => handlers.onSort(name));
      const header = makeElement('th', { scope: 'col' }, button);
      this.#headers.set(name, header);
      row.append(header);
    }
    this.element.append(makeElement('thead', {}, row), this.#body);
  }

  show(
    rows: readonly VariableRow[],
    closed: ReadonlySet<string>,
    sort: { column: string; isDown: boolean } | undefined,
  ): void {
    for (const [name, header] of this.#headers)
      if (name === sort?.column) header.setAttribute('aria-sort', sort.isDown ? 'descending' : 'ascending');
      else header.removeAttribute('aria-sort');
    const shown = new Set<string>();
    let at: Element | null = this.#body.firstElementChild;
    for (const row of rows) {
      shown.add(row.key);
      const element = this.#rowFor(row, closed.has(row.key));
      if (element === at) at = at.nextElementSibling;
      else this.#body.insertBefore(element, at);
    }
    for (const [key, { element }] of this.#rows)
      if (!shown.has(key)) {
        element.remove();
        this.#rows.delete(key);
      }
  }

  #rowFor(row: VariableRow, isClosed: boolean): HTMLElement {
    const known = this.#rows.get(row.key);
    const content = JSON.stringify([row.info, row.depth, row.hasChildren, isClosed]);
    if (known?.content === content) return known.element;
    const element = known?.element ?? makeElement('tr');
    element.classList.toggle('failed', Boolean(row.info.error));
    const focused = element.contains(document.activeElement) ? document.activeElement?.className : undefined;
    element.replaceChildren(
      ...COLUMNS.map((column) => this.#cell(column.name, column.text(row.info), row, isClosed)),
    );
    if (focused) element.querySelector<HTMLElement>(`.${focused}`)?.focus();
    this.#rows.set(row.key, { element, content });
    return element;
  }

  #cell(name: string, text: string, row: VariableRow, isClosed: boolean): HTMLElement {
    const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
    if (name === 'id') return makeElement('td', {}, this.#copyButton(row.info, short));
    if (name !== 'path') return makeElement('td', short === text ? {} : { title: text }, short);
    const cell = makeElement('td', { style: `--depth: ${row.depth}`, class: 'path' });
    if (row.hasChildren) cell.append(this.#toggle(row.key, isClosed));
    cell.append(this.#highlightButton(row.info, short));
    return cell;
  }

  #copyButton(info: VariableInfo, text: string): HTMLElement {
    const button = makeElement('button', { class: 'copy', title: 'Copy as JSON' }, text);
    button.addEventListener('click', () => this.#handlers.onCopy(info));
    return button;
  }

  #toggle(key: string, isClosed: boolean): HTMLElement {
    const label = isClosed ? 'Expand' : 'Collapse';
    const button = makeElement(
      'button',
      { class: 'toggle', 'aria-label': label, 'aria-expanded': String(!isClosed) },
      isClosed ? '▸' : '▾',
    );
    button.addEventListener('click', () => this.#handlers.onToggle(key));
    return button;
  }

  #highlightButton(info: VariableInfo, text: string): HTMLElement {
    const button = makeElement(
      'button',
      { class: 'highlight', title: 'Show the element in the open page' },
      text || '·',
    );
    button.addEventListener('click', () => this.#handlers.onHighlight(info));
    return button;
  }
}
