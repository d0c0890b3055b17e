import type { ReplicaBlock, ReplicaBlocks } from './engine-shape.ts';

interface Typed {
  value: unknown;
  /** The values that the field had before and meanwhile, as JSON: another one is somebody else's. */
  known: Set<string>;
  /** The number of the calls that carry it, at the earliest. */
  number: number;
  /** The revision that has it; unknown until the calls are over. */
  rev?: number | undefined;
}

/**
 * Values that the person entered and the session has not confirmed. They are laid over what the session pushes. They belong to
 * blocks and not to ids, which change when items of a list move.
 */
export class TypedValues {
  readonly #values = new Map<ReplicaBlock, Typed>();

  enter(block: ReplicaBlock, value: unknown, { before, number }: { before: unknown; number: number }): void {
    const known = this.#values.get(block)?.known ?? new Set([toText(before)]);
    this.#values.set(block, { value, number, known: known.add(toText(value)) });
  }

  /** The calls up to this number are over, and their effects are in this revision. */
  confirm(number: number, rev: number): void {
    for (const typed of this.#values.values()) if (typed.number <= number) typed.rev ??= rev;
  }

  /** The calls of this number were refused: the session's values count. */
  refuse(number: number): void {
    for (const [block, typed] of this.#values) if (typed.number <= number) this.#values.delete(block);
  }

  /** Forgets what the session has by now. */
  settle(rev: number): void {
    for (const [block, typed] of this.#values)
      if (typed.rev !== undefined && typed.rev <= rev) this.#values.delete(block);
  }

  clear(): void {
    this.#values.clear();
  }

  /** What is still on its way, for blocks that are still on the page. */
  *current({ map }: ReplicaBlocks): Generator<{ block: ReplicaBlock; value: unknown }> {
    for (const [block, { value }] of this.#values)
      if (map[block.blockId] === block) yield { block, value };
      else this.#values.delete(block);
  }

  /** Whether the session's value of a field is somebody else's, and was not noticed before. */
  isForeign(block: ReplicaBlock, value: unknown): boolean {
    const known = this.#values.get(block)?.known;
    if (!known || known.has(toText(value))) return false;
    known.add(toText(value));
    return true;
  }
}

function toText(value: unknown): string {
  return JSON.stringify(value ?? null);
}
