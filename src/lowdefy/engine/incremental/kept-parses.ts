import type { EngineBlock } from '../engine-types.ts';
import { type ApplyIndices, noteOf, type OperatorCall, type ReadLog } from './operator-reads.ts';
import type { ALL, PageReads, Read, Source } from './page-reads.ts';
import { copyStatic, isStatic } from './static-input.ts';

export interface ParseCall {
  input: unknown;
  location: string;
  arrayIndices: number[];
}

export interface Parsed {
  output: unknown;
  errors: unknown[];
}

type Parse = (call: ParseCall) => Parsed;
type Operators = Record<string, unknown>;

interface KeptParse extends Parsed {
  reads: Read[];
  indices: number[];
}

/** Operators report to the current parse; the engine parses one input at a time. */
let running: ReadLog | undefined;

const trackedTables = new WeakSet<object>();

/** Operators that report what they read. Pages that use them are evaluated incrementally. */
export function trackOperators(
  operators: Operators,
  options: { isStock(name: string): boolean; applyIndices: ApplyIndices },
): Operators {
  const tracked = Object.fromEntries(
    Object.entries(operators).map(([name, operator]) => {
      const note = noteOf(name, options.isStock(name));
      if (!note || typeof operator !== 'function') return [name, operator];
      const report = (call: OperatorCall) => {
        if (running) note(call, running, options.applyIndices);
        return operator(call);
      };
      return [name, Object.assign(report, operator)];
    }),
  );
  trackedTables.add(tracked);
  return tracked;
}

export function isTracked(operators: object): boolean {
  return trackedTables.has(operators);
}

/**
 * Cached results of parsing the inputs of a page's blocks, valid while nothing they read has changed. Each block has its
 * own input objects, so an input is always parsed for the same block; in lists, the block's indices can change.
 */
export class KeptParses {
  readonly #reads: PageReads;
  readonly #kept = new WeakMap<object, KeptParse>();
  /** The test of required fields is a new object in each evaluation. */
  readonly #required = new Map<string, KeptParse>();
  /** What the current block has read; undefined if its results cannot be cached. */
  #collected: Read[] | undefined;

  constructor(reads: PageReads) {
    this.#reads = reads;
  }

  /** What is read while a block is evaluated, or undefined if the block must be evaluated again regardless. */
  collect(evaluate: () => void): Read[] | undefined {
    this.#collected = [];
    evaluate();
    const collected = this.#collected;
    this.#collected = undefined;
    return collected;
  }

  parse(call: ParseCall, stock: Parse, block: EngineBlock | undefined): Parsed {
    const { input } = call;
    if (input === null || typeof input !== 'object') return { output: input, errors: [] };
    const required = isRequiredTest(input) ? `${call.location}\n${input.message}` : undefined;
    const kept = required === undefined ? this.#kept.get(input) : this.#required.get(required);
    if (kept && isSameIndices(kept.indices, call.arrayIndices) && this.#reads.areCurrent(kept.reads))
      return this.#use(kept);
    // An object as `visible` is new each time, which makes the engine loop until it gives up.
    const isVisible = block !== undefined && input === (block as { visible?: unknown }).visible;
    if (!isVisible && isStatic(input))
      return this.#keep(call, required, { output: copyStatic(input), errors: [], reads: [] });
    const { reads, ...parsed } = this.#parseFresh(call, stock);
    if (reads && !(isVisible && isUnstable(parsed.output)))
      return this.#keep(call, required, { ...parsed, reads });
    this.#collected = undefined;
    return parsed;
  }

  #keep(call: ParseCall, required: string | undefined, parsed: Parsed & { reads: Read[] }): Parsed {
    const kept = { ...parsed, indices: [...call.arrayIndices] };
    if (required === undefined) this.#kept.set(call.input as object, kept);
    else this.#required.set(required, kept);
    return this.#use(kept);
  }

  /** With what was read, or without if the result may not be cached. */
  #parseFresh(call: ParseCall, stock: Parse): Parsed & { reads?: Read[] } {
    const log = new ReadsOfParse(this.#reads);
    running = log;
    try {
      const { output, errors } = stock(call);
      return log.canKeep ? { output, errors, reads: log.reads } : { output, errors };
    } finally {
      running = undefined;
    }
  }

  /** A new object each time: the engine changes the one it received last. */
  #use({ output, errors, reads }: KeptParse): Parsed {
    this.#collected?.push(...reads);
    return { output, errors };
  }
}

class ReadsOfParse implements ReadLog {
  readonly reads: Read[] = [];
  canKeep = true;
  readonly #page: PageReads;

  constructor(page: PageReads) {
    this.#page = page;
  }

  add(source: Source, path: string | number | typeof ALL): void {
    this.reads.push(this.#page.read(source, path));
  }

  never(): void {
    this.canKeep = false;
  }
}

/** Whether a parse is running: nested parses are part of it. */
export function isParsing(): boolean {
  return running !== undefined;
}

export function isSameIndices(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function isUnstable(output: unknown): boolean {
  return (typeof output === 'object' && output !== null) || Number.isNaN(output);
}

function isRequiredTest(input: object): input is { message: string } {
  const { pass, status, message } = input as Record<string, unknown>;
  const test = (pass as { _not?: { _type?: unknown } } | undefined)?._not?._type;
  return (
    status === 'error' && test === 'none' && typeof message === 'string' && Object.keys(input).length === 3
  );
}
