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

  evaluateBlock<B extends EngineBlock>(
    block: B,
    indices: number[],
    isHidden: boolean,
    evaluate: (block: B) => void,
  ): void {
    this.#block = block;
    if (hasBlocks(block)) {
      evaluate(block);
      return;
    }
    const last = this.#evaluations.get(block);
    if (last && last.isHidden === isHidden && this.#isCurrent(last, block, indices)) return;
    const reads = this.#parses.collect(() => evaluate(block));
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
    const { state } = this.#context;
    if (field.includes('\\')) return false;
    if (!field.includes('.')) return Object.hasOwn(state, field) && Object.is(state[field], value);
    let at: unknown = state;
    for (const key of field.split('.')) {
      if (!isObject(at) || !Object.hasOwn(at, key)) return false;
      at = at[key];
    }
    return Object.is(at, value);
  }

  #isCurrent(last: Evaluation, block: EngineBlock, indices: number[]): boolean {
    return (
      Object.is(last.value, block.value) &&
      last.showValidation === block.showValidation &&
      isSameIndices(last.indices, indices) &&
      this.#hasStateOf(block) &&
      this.#reads.areCurrent(last.reads)
    );
  }

  /** Inputs take their value from the state, if there is one. */
  #hasStateOf(block: EngineBlock): boolean {
    const { blockId, meta } = block;
    if (meta.category !== 'input') return true;
    const { state } = this.#context;
    const isKey = blockId in state || !blockId.includes('.');
    const value = isKey ? state[blockId] : this.#helpers.get(state, blockId, { default: undefined });
    return value === undefined || Object.is(value, block.value);
  }
}

function toEvaluation(block: EngineBlock, indices: number[], isHidden: boolean, reads: Read[]): Evaluation {
  const { value, showValidation } = block;
  return { isHidden, indices: [...indices], value, showValidation, reads };
}

function hasBlocks({ meta }: EngineBlock): boolean {
  return meta.category !== 'display' && meta.category !== 'input';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
