import { serializer } from 'lowdefy-client';
import type { ReplicaState } from '../protocol/replica-state.ts';
import type { CallOutbox } from './call-outbox.ts';
import { rootOf } from './engine-words.ts';
import type { Deeds } from './replica-of.ts';
import type { ShownPage } from './shown-page.ts';
import type { TypedValues } from './typed-values.ts';
import type { UiStore } from './ui-store.ts';

interface Around {
  ui: UiStore;
  outbox: CallOutbox;
  typed: TypedValues;
  page: () => ShownPage;
  /** As last pushed. */
  lists: () => ReplicaState['lists'];
}

/** What components do, as calls to the session. */
export function createDeeds({ ui, outbox, typed, page, lists }: Around): Deeds {
  return {
    ui,
    blockOf(blockId) {
      const { context } = page();
      return context && rootOf(context).map[blockId];
    },

    setValue(block, value) {
      const before = block.value;
      // Shown at once, whatever the session is doing.
      block.setValue?.(value);
      typed.enter(block, block.value, { before, number: outbox.next });
      void outbox.add(() => ({ type: 'setValue', ...whereIs(block.blockId), value: plain(value ?? null) }), {
        key: `${block.id} value`,
        isTyped: isTyping(value),
      });
    },

    trigger(block, event, payload) {
      const isTyped = event === 'onChange' && isTyping(block.value);
      return outbox.add(
        () => ({
          type: 'triggerEvent',
          ...whereIs(block.blockId),
          event,
          ...(payload !== undefined && { payload: plain(payload) }),
        }),
        { key: `${block.id} ${event}`, isTyped },
      );
    },

    list(block, method, args) {
      const [index] = args;
      const given = typeof index === 'number' ? { args: [index] } : {};
      void outbox.add(() => ({ type: 'callMethod', ...whereIs(block.blockId), method, ...given }));
    },
  };

  /** The block's id, and the items that its positions mean. */
  function whereIs(blockId: string): { blockId: string; items?: string[] } {
    const parts = blockId.split('.');
    const items = parts.flatMap((part, at) =>
      /^\d+$/.test(part) ? (lists()[parts.slice(0, at).join('.')]?.[Number(part)] ?? []) : [],
    );
    return items.length > 0 ? { blockId, items } : { blockId };
  }
}

/** Keys are being pressed in a field of text; a choice from a list is complete. */
function isTyping(value: unknown): boolean {
  const active = document.activeElement;
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  const isChoice = isText && (/^(checkbox|radio)$/.test(active.type) || active.role === 'combobox');
  return isText && !isChoice && (value === null || typeof value === 'string' || typeof value === 'number');
}

/** Plain JSON; what cannot be sent is left out, as over HTTP. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(serializer.serialize(value)) ?? 'null');
  } catch {
    return undefined;
  }
}
