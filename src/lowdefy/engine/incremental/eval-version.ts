import type { EngineBlock } from '../engine-types.ts';

interface Evaluated {
  output?: unknown;
  errors?: unknown[];
}

interface Validation {
  output?: { status?: unknown; errors?: unknown[]; warnings?: unknown[] };
  errors?: unknown[];
}

export type ToText = (value: unknown) => string | undefined;

/**
 * Replaces the text that the engine makes of a whole block after each evaluation with a number that changes when the
 * text would. Cached results are the same objects as before, so only new ones are serialized.
 */
export class EvalVersion {
  #version = 0;
  readonly #parts: string[];
  readonly #last = new Map<string, Evaluated>();
  #value: unknown = EvalVersion;
  #valueText: string | undefined;
  #validation: string | undefined;
  readonly #toText: ToText;

  constructor(block: EngineBlock, toText: ToText) {
    // `validateEval` of newer blocks is a function.
    this.#parts = Object.entries(block)
      .filter(([key, part]) => key.endsWith('Eval') && key !== 'validationEval' && typeof part !== 'function')
      .map(([key]) => key);
    this.#toText = toText;
  }

  next(block: EngineBlock): number {
    // All of them, whatever the first returns: each remembers what it saw.
    const changes = [this.#hasNewParts(block), this.#hasNewValue(block), this.#hasNewValidation(block)];
    if (this.#version === 0 || changes.includes(true)) this.#version += 1;
    return this.#version;
  }

  #hasNewParts(block: EngineBlock): boolean {
    let isNew = false;
    for (const part of this.#parts) {
      const { output, errors } = (block as unknown as Record<string, Evaluated>)[part] as Evaluated;
      const last = this.#last.get(part);
      if (last && last.output === output && isSameList(last.errors, errors)) continue;
      if (!last) this.#last.set(part, { output, errors });
      else {
        isNew ||= this.#toText({ output, errors }) !== this.#toText(last);
        last.output = output;
        last.errors = errors;
      }
    }
    return isNew;
  }

  /** Values are also changed in place, so objects are compared by content. */
  #hasNewValue({ value }: EngineBlock): boolean {
    if (value === this.#value && (value === null || typeof value !== 'object')) return false;
    const text = this.#toText({ value });
    const isNew = text !== this.#valueText;
    this.#value = value;
    this.#valueText = text;
    return isNew;
  }

  /** Also changed in place: the engine writes the status into the last result when it validates. */
  #hasNewValidation(block: EngineBlock): boolean {
    const { validationEval } = block as EngineBlock & { validationEval: Validation };
    const { output, errors } = validationEval;
    const isClean = isEmpty(errors) && isEmpty(output?.errors) && isEmpty(output?.warnings);
    const text = output && isClean ? String(output.status) : this.#toText(validationEval);
    const isNew = text !== this.#validation;
    this.#validation = text;
    return isNew;
  }
}

function isEmpty(list: unknown[] | undefined): boolean {
  return list?.length === 0;
}

function isSameList(a: unknown[] | undefined, b: unknown[] | undefined): boolean {
  return a === b || (a?.length === 0 && b?.length === 0);
}
