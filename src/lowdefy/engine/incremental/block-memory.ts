import type { EngineBlock } from '../engine-types.ts';
import { isSameIndices } from './kept-parses.ts';
import type { GetPath, PageReads, Read } from './page-reads.ts';

/** A block's last evaluation: valid while all of this is unchanged. */
interface Evaluation {
  isHidden: boolean;
  indices: number[];
  value: unknown;
  showValidation: unknown;
  reads: Read[];
}

/** What is known about a block from its last evaluation. */
export class BlockMemory {
  readonly block: EngineBlock;
  /** Contains no others. */
  readonly isLeaf: boolean;
  readonly isInput: boolean;
  #last: Evaluation | undefined;

  constructor(block: EngineBlock) {
    const { category } = block.meta;
    this.block = block;
    this.isInput = category === 'input';
    this.isLeaf = this.isInput || category === 'display';
  }

  /** `reads`: what the evaluation depends on, or undefined if it must be repeated regardless. */
  note(indices: number[], isHidden: boolean, reads: Read[] | undefined): void {
    const { value, showValidation } = this.block;
    // An object can change without becoming another object.
    this.#last =
      reads && !isObject(value)
        ? { isHidden, indices: [...indices], value, showValidation, reads }
        : undefined;
  }

  isCurrent(
    indices: number[],
    isHidden: boolean,
    page: { state: Record<string, unknown>; reads: PageReads; get: GetPath },
  ): boolean {
    const last = this.#last;
    const { block } = this;
    return (
      last !== undefined &&
      last.isHidden === isHidden &&
      Object.is(last.value, block.value) &&
      last.showValidation === block.showValidation &&
      isSameIndices(last.indices, indices) &&
      (!this.isInput || this.#hasStateOf(page.state, page.get)) &&
      page.reads.areCurrent(last.reads)
    );
  }

  /** Inputs take their value from the state, if there is one. */
  #hasStateOf(state: Record<string, unknown>, get: GetPath): boolean {
    const { blockId, value } = this.block;
    const isKey = blockId in state || !blockId.includes('.');
    const now = isKey ? state[blockId] : get(state, blockId, { default: undefined });
    return now === undefined || Object.is(now, value);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
