const FIELDS = 'input, textarea, [contenteditable=true]';

/** The block that the focus is in. */
export function focusedId(): string | undefined {
  const holder = document.activeElement?.closest('[id^="bl-"]');
  return holder?.id.slice('bl-'.length);
}

/**
 * Remembers where the cursor is. A block that moves is drawn again at its new place, which takes the focus away; the returned
 * function puts it back, given the id that the block has then.
 */
export function keepFocus(): (now: string | undefined) => void {
  const active = document.activeElement;
  const blockId = focusedId();
  if (blockId === undefined || !isField(active)) return () => {};
  const at = fieldsIn(blockId).indexOf(active);
  const selection = [active.selectionStart, active.selectionEnd] as const;
  return (now) => {
    const isSame = now === blockId && active.isConnected;
    if (now === undefined || isSame || document.activeElement === fieldsIn(now)[at]) return;
    const field = fieldsIn(now)[at];
    if (!isField(field)) return;
    field.focus({ preventScroll: true });
    // Fields of numbers and dates have no selection.
    if (selection[0] !== null) field.setSelectionRange(...selection);
  };
}

function isField(element: Element | null | undefined): element is HTMLInputElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

function fieldsIn(blockId: string): Element[] {
  return [...(document.getElementById(`bl-${blockId}`)?.querySelectorAll(FIELDS) ?? [])];
}
