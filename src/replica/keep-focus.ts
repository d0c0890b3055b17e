import type { ReplicaBlock } from './engine-shape.ts';

const FIELDS = 'input, textarea, [contenteditable=true]';

/** The block that the focus is in. */
export function focusedId(): string | undefined {
  const holder = document.activeElement?.closest('[id^="bl-"]');
  return holder?.id.slice('bl-'.length);
}

/**
 * Remembers where the cursor is. A list item that moves is drawn again at its new place, which takes the focus away; the
 * returned function puts it back.
 */
export function keepFocus(block: ReplicaBlock | undefined): () => void {
  const active = document.activeElement;
  if (!block || !isField(active)) return () => {};
  const { blockId } = block;
  const at = fieldsIn(blockId).indexOf(active);
  const selection = [active.selectionStart, active.selectionEnd] as const;
  return () => {
    if (block.blockId === blockId || document.activeElement === active) return;
    const field = fieldsIn(block.blockId)[at];
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
