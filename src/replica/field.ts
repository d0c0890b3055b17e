const MAX_LABEL = 200;

/** Keys are being pressed in a field of text; a choice from a list is complete. */
export function isTypingNow(value: unknown): boolean {
  const active = document.activeElement;
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  const isChoice = isText && (/^(checkbox|radio)$/.test(active.type) || active.role === 'combobox');
  return isText && !isChoice && (value === null || typeof value === 'string' || typeof value === 'number');
}

/** What the person calls the field of a block. */
export function fieldLabel(blockId: string): string {
  const label = document.querySelector(`label[for=${JSON.stringify(`${blockId}_input`)}]`);
  const text = label?.textContent?.replace(/[\s:*]+$/, '').trim();
  return (text || blockId.split('.').at(-1)?.replaceAll(/[_-]+/g, ' ') || blockId).slice(0, MAX_LABEL);
}

/** What is typed there is not shown. */
export function isSecretField(blockId: string): boolean {
  return Boolean(document.getElementById(`bl-${blockId}`)?.querySelector('input[type=password]'));
}
