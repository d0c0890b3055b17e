import type { EngineBlock, EngineContext } from '../engine-types.ts';
import { EvalVersion, type ToText } from './eval-version.ts';
import { isParsing, isSameIndices, KeptParses, type ParseCall, type Parsed } from './kept-parses.ts';
import { type GetPath, PageReads, type Read } from './page-reads.ts';

export interface EngineHelpers {
  get: GetPath;
  serializer: { serializeToString: ToText };
}

/** A block's last evaluation: valid while all of this is unchanged. */
interface Evaluation {
  isHidden: boolean;
  blockId: string;
  indices: number[];
  value: unknown;
  showValidation: unknown;
  reads: Read[];
}

type Parse = (call: ParseCall) => Parsed;

/** What is known about a page from its last evaluation. */
export class PageMemory {
  readonly #context: EngineContext;
  readonly #helpers: EngineHelpers;
  readonly #reads: PageReads;
  readonly #parses: KeptParses;
  readonly #evaluations = new WeakMap<EngineBlock, Evaluation>();
  readonly #versions = new WeakMap<EngineBlock, EvalVersion>();
  #isEvaluating = false;
  #block: EngineBlock | undefined;

  constructor(context: EngineContext, helpers: EngineHelpers) {
    this.#context = context;
    this.#helpers = helpers;
    this.#reads = new PageReads(context, helpers.get);
    this.#parses = new KeptParses(this.#reads);
  }

  /** One evaluation of the page, during which nothing that is read can change. */
  evaluatePage<T>(evaluate: () => T): T {
    if (this.#isEvaluating) return evaluate();
    this.#reads.nextPass();
    this.#isEvaluating = true;
    try {
      return evaluate();
    } finally {
      this.#isEvaluating = false;
      this.#block = undefined;
    }
  }

  /** Only the inputs of blocks are cached: what actions parse goes into the state and is changed there. */
  parse(call: ParseCall, stock: Parse): Parsed {
    return this.#isEvaluating && !isParsing() ? this.#parses.parse(call, stock, this.#block) : stock(call);
  }

  evaluateBlock(block: EngineBlock, indices: number[], isHidden: boolean, evaluate: () => void): void {
    this.#block = block;
    if (hasBlocks(block)) {
      evaluate();
      return;
    }
    const last = this.#evaluations.get(block);
    if (last && last.isHidden === isHidden && this.#isCurrent(last, block, indices)) return;
    const reads = this.#parses.collect(evaluate);
    // An object can change without becoming another object.
    if (reads && !isObject(block.value))
      this.#evaluations.set(block, toEvaluation(block, indices, isHidden, reads));
    else this.#evaluations.delete(block);
  }

  versionOf(block: EngineBlock): number {
    const version =
      this.#versions.get(block) ?? new EvalVersion(block, this.#helpers.serializer.serializeToString);
    this.#versions.set(block, version);
    return version.next(block);
  }

  /** Whether the state already has this value, so that setting it would change nothing. */
  hasInState(field: string, value: unknown): boolean {
    if (field.includes('\\')) return false;
    let at: unknown = this.#context.state;
    for (const key of field.split('.')) {
      if (!isObject(at) || !Object.hasOwn(at, key)) return false;
      at = at[key];
    }
    return Object.is(at, value);
  }

  #isCurrent(last: Evaluation, block: EngineBlock, indices: number[]): boolean {
    return (
      last.blockId === block.blockId &&
      Object.is(last.value, block.value) &&
      last.showValidation === block.showValidation &&
      isSameIndices(last.indices, indices) &&
      this.#hasStateOf(block) &&
      this.#reads.areCurrent(last.reads)
    );
  }

  /** Inputs take their value from the state, if there is one. */
  #hasStateOf(block: EngineBlock): boolean {
    if (block.meta.category !== 'input') return true;
    const value = this.#helpers.get(this.#context.state, block.blockId, { default: undefined });
    return value === undefined || Object.is(value, block.value);
  }
}

function toEvaluation(block: EngineBlock, indices: number[], isHidden: boolean, reads: Read[]): Evaluation {
  const { blockId, value, showValidation } = block;
  return { isHidden, blockId, indices: [...indices], value, showValidation, reads };
}

function hasBlocks({ meta }: EngineBlock): boolean {
  return meta.category !== 'display' && meta.category !== 'input';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
