import type { ReplicaState } from '../protocol/replica-state.ts';
import type { ReplicaBlock, ReplicaBlocks } from './engine-shape.ts';

/** A block by its id, and the names of the list items that it is in: items move, and their names stay. */
export interface Where {
  blockId: string;
  items?: string[];
}

/** A text that the person typed into a field. */
export interface EnteredText {
  block: ReplicaBlock;
  where: Where;
  /** What the person calls the field. */
  label: string;
  value: unknown;
  isSecret: boolean;
  /** Whether the session has it; `failed` if it could not be sent. */
  state: 'typed' | 'there' | 'failed';
}

/** What the person typed on this visit of a page, and nobody has changed since. */
export class EnteredTexts {
  readonly #texts = new Map<ReplicaBlock, EnteredText>();

  enter(text: EnteredText): void {
    this.#texts.set(text.block, text);
  }

  /** Undefined if the person has typed on. */
  find(block: ReplicaBlock, value: unknown): EnteredText | undefined {
    const text = this.#texts.get(block);
    return text?.value === value ? text : undefined;
  }

  drop(block: ReplicaBlock): void {
    this.#texts.delete(block);
  }

  /** Forgets what somebody else has changed since. */
  compare(current: (block: ReplicaBlock) => unknown): void {
    for (const [block, { state, value }] of this.#texts)
      if (state === 'there' && current(block) !== value) this.#texts.delete(block);
  }

  /** The person is in the middle of something: the cursor is where they typed, or the session does not have it all. */
  isTyping(focused: ReplicaBlock | undefined): boolean {
    if (focused && this.#texts.has(focused)) return true;
    return [...this.#texts.values()].some(({ state }) => state !== 'there');
  }

  /** What could not be sent. */
  failed(): EnteredText[] {
    return [...this.#texts.values()].filter(({ state }) => state === 'failed');
  }

  /** Everything; none of it is here afterwards. */
  take(): EnteredText[] {
    const all = [...this.#texts.values()];
    this.#texts.clear();
    return all;
  }
}

/** The names of the list items that a block is in, with its id. */
export function whereIs(blockId: string, lists: ReplicaState['lists']): Where {
  const parts = blockId.split('.');
  const items = parts.flatMap((part, at) =>
    /^\d+$/.test(part) ? (lists[parts.slice(0, at).join('.')]?.[Number(part)] ?? []) : [],
  );
  return items.length > 0 ? { blockId, items } : { blockId };
}

/** The block there now; undefined if it, or its item, is gone. */
export function blockNamed(
  { blockId, items = [] }: Where,
  { map }: ReplicaBlocks,
  lists: ReplicaState['lists'],
): ReplicaBlock | undefined {
  const parts = blockId.split('.');
  const names = [...items];
  for (const [at, part] of parts.entries()) {
    if (!/^\d+$/.test(part)) continue;
    const index = lists[parts.slice(0, at).join('.')]?.indexOf(names.shift() ?? '') ?? -1;
    if (index < 0) return undefined;
    parts[at] = String(index);
  }
  return map[parts.join('.')];
}
