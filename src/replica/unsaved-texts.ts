import { get, serializer } from 'lowdefy-client';
import type { FromFrame, ReplicaOutcome } from '../protocol/frame-messages.ts';
import type { ReplicaState } from '../protocol/replica-state.ts';
import type { ReplicaBlock } from './engine-shape.ts';
import { rootOf } from './engine-words.ts';
import { blockNamed, type EnteredText, EnteredTexts, type Where } from './entered-texts.ts';
import { type Address, isSameAddress, KeptTexts } from './kept-texts.ts';
import type { Deeds } from './replica-of.ts';
import type { ShownPage } from './shown-page.ts';

interface Around {
  send(message: FromFrame): void;
  page(): ShownPage;
  deeds(): Deeds;
  /** What was pushed last for the page that is shown. */
  latest(): ReplicaState | undefined;
}

/** Everything that the person typed: nothing of it is lost when the session does not take it, or goes elsewhere. */
export class UnsavedTexts {
  readonly entered = new EnteredTexts();
  readonly #kept = new KeptTexts();
  readonly #around: Around;
  #told = '[]';
  #read: { of?: ReplicaState | undefined; state?: unknown } = {};

  constructor(around: Around) {
    this.#around = around;
  }

  /** The session took a value, or did not. */
  settle(block: ReplicaBlock, value: unknown, { success, why }: ReplicaOutcome): void {
    const text = this.entered.find(block, value);
    const latest = this.#around.latest();
    if (success) {
      if (text) text.state = 'there';
      this.#kept.drop((one) => one.block === block && one.value === value);
    } else if (!text || !latest) return;
    else if (why === 'away') text.state = 'failed';
    // The other page is on its way, and the person will be asked.
    else if (why === undefined) {
      this.entered.drop(block);
      this.#kept.add([text], latest);
    }
    this.tell();
  }

  /** Of a page that is left, what the session does not have is kept. */
  leave(address: Address): void {
    const left = this.entered.take().filter(({ state }) => state !== 'there');
    this.#kept.add(left, address);
  }

  /** Enters texts that the session does not have on the page that is shown now. */
  enterAgain(texts: readonly EnteredText[]): void {
    const { latest, deeds } = this.#around;
    const replica = latest();
    if (!replica) return;
    for (const text of texts) {
      const block = this.#blockAt(text.where);
      if (!block) this.#kept.add([text], replica);
      else if (this.#valueThere(block) !== text.value) {
        deeds().setValue(block, text.value, true);
        if (block.Events.events.onChange) void deeds().trigger(block, 'onChange', { value: text.value });
      } else this.entered.enter({ ...text, block, state: 'there' });
    }
  }

  /** Puts back what was kept for the page that is shown. */
  putBack(): void {
    const replica = this.#around.latest();
    if (replica) this.enterAgain(this.#kept.take(replica));
    this.tell();
  }

  /** The page that something was typed on, other than the one that is shown. */
  elsewhere(): Address | undefined {
    const replica = this.#around.latest();
    return replica && this.#kept.elsewhere(replica);
  }

  /** Tries again what could not be sent. */
  retry(): void {
    for (const { block, value } of this.entered.failed()) this.#around.deeds().setValue(block, value, true);
  }

  /** Forgets what somebody else has changed since. */
  compare(): void {
    this.entered.compare((block) => this.#valueThere(block));
  }

  discard(): void {
    this.#kept.drop(() => true);
    this.tell();
  }

  /** Tells the page around the frame what is kept. */
  tell(): void {
    const replica = this.#around.latest();
    if (!replica) return;
    this.#kept.drop(({ where, value }, at) => {
      const block = isSameAddress(at, replica) ? this.#blockAt(where) : undefined;
      return block !== undefined && this.#valueThere(block) === value;
    });
    const texts = this.#kept.shown(replica, ({ where }) => this.#blockAt(where) !== undefined);
    const told = JSON.stringify(texts);
    if (told !== this.#told) this.#around.send({ type: 'kept', texts });
    this.#told = told;
  }

  #blockAt(where: Where): ReplicaBlock | undefined {
    const { context } = this.#around.page();
    const replica = this.#around.latest();
    return context && replica && blockNamed(where, rootOf(context), replica.lists);
  }

  #valueThere({ blockId }: ReplicaBlock): unknown {
    const replica = this.#around.latest();
    if (replica !== this.#read.of)
      this.#read = { of: replica, state: serializer.deserialize(replica?.state) };
    return get(this.#read.state, blockId);
  }
}
