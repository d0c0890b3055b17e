import { serializer } from 'lowdefy-client';
import type { ReplicaOutcome } from '../protocol/frame-messages.ts';
import type { ReplicaCall } from '../protocol/replica-calls.ts';
import type { ReplicaState } from '../protocol/replica-state.ts';
import type { CallOutbox } from './call-outbox.ts';
import type { ReplicaBlock } from './engine-shape.ts';
import { rootOf } from './engine-words.ts';
import { type EnteredTexts, whereIs } from './entered-texts.ts';
import { fieldLabel, isSecretField, isTypingNow } from './field.ts';
import type { Deeds } from './replica-of.ts';
import type { ShownPage } from './shown-page.ts';
import type { TypedValues } from './typed-values.ts';
import type { UiStore } from './ui-store.ts';

interface Around {
  ui: UiStore;
  outbox: CallOutbox;
  typed: TypedValues;
  texts: EnteredTexts;
  page: () => ShownPage;
  /** As last pushed. */
  lists: () => ReplicaState['lists'];
  /** The session is on another page: what the person types stays here, and nothing else is done. */
  isHeld: () => boolean;
  /** They did something else there. */
  onHeld(): void;
  /** The session took a value, or did not. */
  onSettled(block: ReplicaBlock, value: unknown, outcome: ReplicaOutcome): void;
}

/** Nobody means these by themselves. */
const UNINTENDED = new Set(['onBlur', 'onChange', 'onFocus']);

/** What components do, as calls to the session. A call names the items that the person saw: they may move before it arrives. */
export function createDeeds(around: Around): Deeds {
  const { ui, outbox, typed, texts, page, lists, isHeld } = around;
  const numbers = new WeakMap<ReplicaBlock, number>();
  let count = 0;
  return {
    ui,
    blockOf(blockId) {
      const { context } = page();
      return context && rootOf(context).map[blockId];
    },

    setValue(block, value, isTyped = isTypingNow(value)) {
      const before = block.value;
      // Shown at once, whatever the session is doing.
      block.setValue?.(value);
      typed.enter(block, block.value, { before, number: outbox.next });
      const where = whereIs(block.blockId, lists());
      const { value: entered } = block;
      if (isTyped)
        texts.enter({
          block,
          where,
          label: fieldLabel(block.blockId),
          value: entered,
          isSecret: isSecretField(block.blockId),
          state: 'typed',
        });
      else texts.drop(block);
      if (isHeld()) return;
      const call: ReplicaCall = { type: 'setValue', ...where, value: plain(value ?? null) };
      void outbox
        .add(call, { key: keyOf(block, 'value'), isTyped })
        .then((outcome) => around.onSettled(block, entered, outcome));
    },

    async trigger(block, event, payload) {
      if (isHeld()) {
        if (!UNINTENDED.has(event)) around.onHeld();
        return { success: false };
      }
      const call: ReplicaCall = {
        type: 'triggerEvent',
        ...whereIs(block.blockId, lists()),
        event,
        ...(payload !== undefined && { payload: plain(payload) }),
      };
      const isTyped = event === 'onChange' && isTypingNow(block.value);
      // As the client does after an event: a grid without names of rows, for one, forgets its selection then.
      block.update = true;
      return outbox.add(call, { key: keyOf(block, event), isTyped });
    },

    list(block, method, [index]) {
      if (isHeld()) return around.onHeld();
      const isOne = typeof index === 'number';
      const item = isOne ? lists()[block.blockId]?.[index] : undefined;
      void outbox.add({
        type: 'callMethod',
        ...whereIs(block.blockId, lists()),
        method,
        ...(isOne && { args: [index] }),
        ...(item !== undefined && { item }),
      });
    },
  };

  /** Ids of blocks change when items move. */
  function keyOf(block: ReplicaBlock, what: string): string {
    const number = numbers.get(block) ?? ++count;
    numbers.set(block, number);
    return `${number} ${what}`;
  }
}

/** Plain JSON; what cannot be sent is left out, as over HTTP. */
function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(serializer.serialize(value)) ?? 'null');
  } catch {
    return undefined;
  }
}
