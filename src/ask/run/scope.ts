import { TandemError } from '../../errors.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';

const OVERTIME_MS = 5000;

/**
 * The limits of a tool, or of a branch, and how much of them is used. Work in a branch also counts for everything
 * around it.
 */
export class Scope {
  readonly parent: Scope | undefined;
  readonly depth: number;
  readonly limits: ToolLimits;
  /** Milliseconds of work so far, including earlier processes. */
  spent = 0;
  tokens = 0;
  /** Its time was up: what it does now is cleanup, and gets a little more time. */
  timedOut = false;
  #working = 0;
  #since = 0;

  constructor(limits: ToolLimits = {}, parent?: Scope) {
    this.limits = limits;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    for (let scope: Scope | undefined = parent; scope; scope = scope.parent)
      if (scope.limits.maxDepth !== undefined && this.depth > scope.depth + scope.limits.maxDepth)
        throw new TandemError(
          'limit_reached',
          `Branches nest ${this.depth - scope.depth} deep, and maxDepth is ${scope.limits.maxDepth}.`,
        );
  }

  /** This scope and its parents, innermost first. */
  chain(): Scope[] {
    const scopes: Scope[] = [this];
    for (let scope = this.parent; scope; scope = scope.parent) scopes.push(scope);
    return scopes;
  }

  /** Charges an estimate before it is spent; a budget that would be exceeded is not touched. */
  charge(tokens: number): void {
    for (const { limits, tokens: used } of this.chain())
      if (limits.maxTokens !== undefined && used + tokens > limits.maxTokens)
        throw new TandemError(
          'limit_reached',
          `This sample needs about ${tokens} tokens; ${Math.max(0, limits.maxTokens - used)} of ${limits.maxTokens} (maxTokens) are left.`,
        );
    for (const scope of this.chain()) scope.tokens += tokens;
  }

  /** The reply is charged in any case; the next sample notices. */
  addTokens(tokens: number): void {
    for (const scope of this.chain()) scope.tokens += tokens;
  }

  /** How long an effect may still take; undefined without a timeout. */
  get msLeft(): number | undefined {
    const left = this.chain().flatMap((scope) => {
      const { timeout } = scope.limits;
      return timeout === undefined ? [] : [timeout + (scope.timedOut ? OVERTIME_MS : 0) - scope.#used()];
    });
    return left.length === 0 ? undefined : Math.max(0, Math.min(...left));
  }

  /** The clock runs while anything works, however many at the same time. */
  begin(): void {
    for (const scope of this.chain()) if (scope.#working++ === 0) scope.#since = performance.now();
  }

  end(): void {
    for (const scope of this.chain()) {
      if (--scope.#working > 0) continue;
      scope.spent += performance.now() - scope.#since;
    }
  }

  /** What to record so that another process continues counting from here; only with a timeout. */
  toSpent(): number[] | undefined {
    const chain = this.chain();
    if (!chain.some((scope) => scope.limits.timeout !== undefined)) return undefined;
    return chain.map((scope) => Math.ceil(scope.#used()));
  }

  restore(spent: readonly number[]): void {
    this.chain().forEach((scope, index) => {
      scope.spent = Math.max(scope.spent, spent[index] ?? 0);
    });
  }

  /** The timeout that has expired, if any. Marks it, so that the tool's `finally` has time to run. */
  takeTimeout(): number | undefined {
    const over = this.chain().find(
      (scope) => !scope.timedOut && scope.#used() >= (scope.limits.timeout ?? Number.POSITIVE_INFINITY),
    );
    if (over) over.timedOut = true;
    return over?.limits.timeout;
  }

  #used(): number {
    return this.spent + (this.#working > 0 ? performance.now() - this.#since : 0);
  }
}
