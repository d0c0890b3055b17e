import type { Effect, Operation, Recorded } from '../tool/operation.ts';
import { misuseOf } from './made-operation.ts';

/** One line of a tool's execution. The tool itself is one; `ctx.all` adds one per operation. */
export interface Fiber {
  /** The prefix of its effect numbers, so that each effect of a tool has the same id every time. */
  readonly prefix: string;
  readonly running: Iterator<Effect, unknown, unknown>;
  readonly group: Group | undefined;
  readonly index: number;
  count: number;
  /** The effect it waits for. */
  waiting: { id: string; effect: Recorded } | undefined;
  /** The operations it waits for. */
  children: Group | undefined;
  /** It was told to end, and is only cleaning up. */
  ending: boolean;
  done: boolean;
}

interface Group {
  parent: Fiber;
  members: Fiber[];
  left: number;
  results: unknown[];
  failure: { error: unknown } | undefined;
}

export type Turn = { next: unknown } | { throw: unknown } | 'return';

export interface FiberEvents {
  /** An effect that has to be performed; `resume` continues. Not for fibers that are ending: see `onLateEffect`. */
  onEffect(fiber: Fiber, id: string, effect: Recorded): void;
  onNotice(effect: Exclude<Effect, Recorded | { op: 'all' }>): void;
  /** A fiber stopped waiting for its effect without an outcome. */
  onLetGo(id: string, effect: Recorded): void;
  onEnd(outcome: { value: unknown } | { error: unknown }): void;
}

/** Runs a tool's fibers until they wait. Knows nothing about time, journals or people. */
export class Fibers {
  readonly #events: FiberEvents;
  readonly #root: Fiber;
  readonly #ready: { fiber: Fiber; turn: Turn }[] = [];

  constructor(body: Operation<unknown>, events: FiberEvents) {
    this.#events = events;
    this.#root = toFiber('', body, undefined, 0, false);
    this.#ready.push({ fiber: this.#root, turn: { next: undefined } });
  }

  /** Until every fiber waits or the tool has ended. */
  run(): void {
    for (let job = this.#ready.shift(); job; job = this.#ready.shift()) this.#advance(job.fiber, job.turn);
  }

  resume(fiber: Fiber, turn: Turn): void {
    fiber.waiting = undefined;
    this.#ready.push({ fiber, turn });
  }

  /** Ends the tool: every `finally` runs, innermost first. */
  end(): void {
    this.#halt(this.#root);
  }

  #advance(fiber: Fiber, turn: Turn): void {
    if (fiber.done) return;
    let result: IteratorResult<Effect, unknown>;
    try {
      // A fiber that is told to end when it was about to continue ends instead.
      if (turn === 'return') result = fiber.running.return?.() ?? { done: true, value: undefined };
      else if ('throw' in turn) {
        if (!fiber.running.throw) throw turn.throw;
        result = fiber.running.throw(turn.throw);
      } else result = fiber.running.next(turn.next);
    } catch (error) {
      this.#finish(fiber, { error });
      return;
    }
    if (result.done) this.#finish(fiber, { value: result.value });
    else this.#take(fiber, result.value);
  }

  #take(fiber: Fiber, effect: Effect): void {
    const misuse = misuseOf(effect);
    if (misuse) {
      this.#ready.unshift({ fiber, turn: { throw: misuse } });
      return;
    }
    if (effect.op === 'log' || effect.op === 'notify') {
      this.#events.onNotice(effect);
      this.#ready.unshift({ fiber, turn: { next: undefined } });
      return;
    }
    const id = `${fiber.prefix}${fiber.count++}`;
    if (effect.op === 'all') {
      this.#split(fiber, id, effect.operations);
      return;
    }
    fiber.waiting = { id, effect };
    this.#events.onEffect(fiber, id, effect);
  }

  #split(parent: Fiber, id: string, operations: readonly Operation<unknown>[]): void {
    const group: Group = { parent, members: [], left: operations.length, results: [], failure: undefined };
    if (group.left === 0) {
      this.#ready.unshift({ fiber: parent, turn: { next: [] } });
      return;
    }
    parent.children = group;
    group.members = operations.map((operation, index) =>
      toFiber(`${id}/${index}/`, operation, group, index, parent.ending),
    );
    for (const fiber of group.members) this.#ready.push({ fiber, turn: { next: undefined } });
  }

  #finish(fiber: Fiber, outcome: { value: unknown } | { error: unknown }): void {
    fiber.done = true;
    const { group } = fiber;
    if (!group) {
      this.#events.onEnd(outcome);
      return;
    }
    if ('value' in outcome) group.results[fiber.index] = outcome.value;
    else if (!group.failure && !fiber.ending) {
      group.failure = outcome;
      for (const other of [...group.members].reverse()) if (other !== fiber) this.#halt(other);
    }
    if (--group.left > 0) return;
    const { parent, failure, results } = group;
    parent.children = undefined;
    const turn: Turn = parent.ending ? 'return' : failure ? { throw: failure.error } : { next: results };
    this.#ready.push({ fiber: parent, turn });
  }

  #halt(fiber: Fiber): void {
    if (fiber.done || fiber.ending) return;
    fiber.ending = true;
    if (fiber.children) {
      for (const member of [...fiber.children.members].reverse()) this.#halt(member);
      return;
    }
    const about = this.#ready.find((job) => job.fiber === fiber);
    if (about) about.turn = 'return';
    else {
      if (fiber.waiting) this.#events.onLetGo(fiber.waiting.id, fiber.waiting.effect);
      this.resume(fiber, 'return');
    }
  }
}

function toFiber(
  prefix: string,
  operation: Operation<unknown>,
  group: Group | undefined,
  index: number,
  ending: boolean,
): Fiber {
  return {
    prefix,
    running: operation[Symbol.iterator](),
    group,
    index,
    count: 0,
    waiting: undefined,
    children: undefined,
    ending,
    done: false,
  };
}
