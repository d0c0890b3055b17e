import type { EngineBlock, EngineContext } from '../engine-types.ts';
import { BlockMemory } from './block-memory.ts';
import { EvalVersion, type ToText } from './eval-version.ts';
import { isParsing, KeptParses, type ParseCall, type Parsed } from './kept-parses.ts';
import { type GetPath, PageReads } from './page-reads.ts';
import type { Serializer } from './plain-copy.ts';
import { type BlockSet, isSettled, type SetMemory } from './set-memory.ts';

export interface EngineHelpers {
  get: GetPath;
  serializer: Serializer & { serializeToString: ToText };
}

type Parse = (call: ParseCall) => Parsed;

/** What is known about a page from its last evaluation. */
export class PageMemory {
  readonly #context: EngineContext;
  readonly #helpers: EngineHelpers;
  readonly #reads: PageReads;
  readonly #parses: KeptParses;
  readonly #sets = new WeakMap<BlockSet, SetMemory>();
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

  evaluateSet(set: SetMemory, isHidden: boolean, evaluate: (block: EngineBlock) => void): void {
    const { arrayIndices } = set.set;
    for (const memory of set.blocks) this.evaluateBlock(memory, arrayIndices, isHidden, evaluate);
  }

  evaluateBlock(
    memory: BlockMemory,
    indices: number[],
    isHidden: boolean,
    evaluate: (block: EngineBlock) => void,
  ): void {
    const { block } = memory;
    if (!memory.isLeaf) {
      this.#block = block;
      evaluate(block);
      return;
    }
    const { state } = this.#context;
    const { get } = this.#helpers;
    if (memory.isCurrent(indices, isHidden, { state, reads: this.#reads, get })) return;
    this.#block = block;
    memory.note(
      indices,
      isHidden,
      this.#parses.collect(() => evaluate(block)),
    );
  }

  /** Its blocks stay the same, unlike the sets inside it; `blocks` lists them. */
  setOf(set: BlockSet, blocks: () => EngineBlock[]): SetMemory {
    const known = this.#sets.get(set) ?? {
      set,
      blocks: blocks().map((block) => new BlockMemory(block)),
    };
    this.#sets.set(set, known);
    return known;
  }

  /** Whether the blocks of a set would write nothing new to the state. */
  isSettled(set: SetMemory, memoryOf: (set: BlockSet) => SetMemory): boolean {
    return isSettled(set, memoryOf, (field, value) => this.hasInState(field, value));
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
    if (!PATH.test(field)) return Object.is(state[field], value) && Object.hasOwn(state, field);
    if (field.includes('\\')) return false;
    let at: unknown = state;
    for (const key of field.split('.')) {
      if (!isObject(at) || !Object.hasOwn(at, key)) return false;
      at = at[key];
    }
    return Object.is(at, value);
  }
}

const PATH = /[.\\]/;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
