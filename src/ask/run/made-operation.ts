import { TandemError } from '../../errors.ts';
import type { Effect, Operation } from '../tool/operation.ts';

/** The call that operations belong to. */
export interface OperationOwner {
  /** Operations that were made and have not been run. */
  unrun?: Set<MadeOperation>;
}

/** What a method of `ctx` returns: an operation that is known by its call until it is run with `yield*`. */
export class MadeOperation implements Operation<unknown> {
  /** `ctx.step("pay")` */
  readonly label: string;
  readonly isNotice: boolean;
  readonly #call: OperationOwner;
  #running: Iterator<Effect, unknown, unknown> | undefined;

  constructor(
    call: OperationOwner,
    name: string,
    about: unknown,
    running: Iterator<Effect, unknown, unknown>,
  ) {
    this.label = typeof about === 'string' ? `ctx.${name}(${JSON.stringify(about)})` : `ctx.${name}()`;
    this.isNotice = name === 'log' || name === 'notify';
    this.#call = call;
    this.#running = running;
    call.unrun ??= new Set();
    call.unrun.add(this);
  }

  [Symbol.iterator](): Iterator<Effect, unknown, unknown> {
    const running = this.#running;
    if (!running)
      throw new TandemError(
        'invalid_input',
        `${this.label} was run before. Call it again for each time it should run.`,
      );
    this.#running = undefined;
    this.#call.unrun?.delete(this);
    return running;
  }
}

/** Make every method of a context return its operation so that a forgotten `yield*` is noticed. */
export function trackOperations(prototype: object, names: readonly string[]): void {
  type Method = (...args: unknown[]) => Iterator<Effect, unknown, unknown>;
  const methods = prototype as Record<string, unknown>;
  for (const name of names) {
    const make = methods[name] as Method;
    methods[name] = function made(this: { call: OperationOwner }, ...args: unknown[]) {
      return new MadeOperation(this.call, name, args[0], make.apply(this, args));
    };
  }
}

/** What is wrong with something that a tool yielded; undefined for an effect. */
export function misuseOf(yielded: unknown): TandemError | undefined {
  if (yielded instanceof MadeOperation)
    return new TandemError('invalid_input', `Write yield* ${yielded.label}, not yield ${yielded.label}.`);
  if (yielded !== null && typeof yielded === 'object') {
    if ('op' in yielded && !(Symbol.iterator in yielded)) return undefined;
    if (Symbol.iterator in yielded)
      return new TandemError('invalid_input', 'Write yield* before a generator, not yield.');
    if ('then' in yielded)
      return new TandemError(
        'invalid_input',
        'A tool cannot yield a promise. Wait for it in a step: yield* ctx.step(name, async () => …).',
      );
  }
  return new TandemError(
    'invalid_input',
    `A tool yields operations only, with yield* ctx.…, not ${yielded === null ? 'null' : `a value of type ${typeof yielded}`}.`,
  );
}

/** Why a tool that has returned cannot be trusted: something it meant to do was never done. */
export function neverRun(tool: string, unrun: Iterable<MadeOperation>): TandemError | undefined {
  const labels = [...unrun].filter(({ isNotice }) => !isNotice).map(({ label }) => label);
  if (labels.length === 0) return undefined;
  return new TandemError(
    'invalid_input',
    `Tool "${tool}" made operations that never ran: ${labels.join(', ')}. Write yield* before them. What the tool did otherwise is done; its result is not returned because it would be wrong.`,
  );
}
