/** How long a change of somebody else is marked. */
const MARK_MS = 2500;

const LABEL = `position: absolute; top: -9px; right: 6px; z-index: 5; padding: 0 6px; border-radius: 8px;
  font: 11px/16px system-ui, sans-serif; color: #fff; pointer-events: none;`;

/** Outlines around blocks, with a word about why. They are style rules, because the client owns the elements. */
export class Marks {
  readonly #hidden = addStyle();
  #shown = '';

  /** Blocks that agents cannot see. */
  hide(blockIds: readonly string[]): void {
    const rules = blockIds.map((id) => rule(id, 'Hidden from the agent', '#8c8c8c', 'dashed')).join('\n');
    if (rules !== this.#shown) this.#hidden.textContent = rules;
    this.#shown = rules;
  }

  /** For a moment. */
  flash(blockIds: readonly string[], name: string, color: string): void {
    const style = addStyle();
    style.textContent = blockIds.map((id) => rule(id, name, color, 'solid')).join('\n');
    setTimeout(() => style.remove(), MARK_MS);
  }
}

function addStyle(): HTMLStyleElement {
  const style = document.createElement('style');
  document.head.append(style);
  return style;
}

function rule(blockId: string, label: string, color: string, line: 'solid' | 'dashed'): string {
  const at = `#${CSS.escape(`bl-${blockId}`)}`;
  const safe = CSS.supports('color', color) ? color : '#1677ff';
  return `${at} { position: relative; outline: 2px ${line} ${safe}; outline-offset: 2px; }
${at}::after { content: ${JSON.stringify(label)}; background: ${safe}; ${LABEL} }`;
}
