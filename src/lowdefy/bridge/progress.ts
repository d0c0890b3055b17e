import type { EngineBlock, EngineEvent } from '../engine/engine-types.ts';

/** Without counting. */
const FREE = 20;

/**
 * Signs of life, for the watchdog that stops spinning code. Blocks that mount together run together, as in a browser,
 * so a page with hundreds of events may work for long without yielding; each step is reported here. An app can also
 * loop through its own events, so the number of reported steps is limited to what the current events take if each
 * runs once.
 */
export class Progress {
  readonly #onStep: () => void;
  #taken = 0;
  /** How many may be reported; counted when more than the first few are taken. */
  #most = FREE;
  #uncounted: Iterable<EngineBlock>[] = [];

  constructor(onStep: () => void) {
    this.#onStep = onStep;
  }

  /** Something new begins, in which the events of these blocks may run. */
  begin(blocks: Iterable<EngineBlock>): void {
    this.#taken = 0;
    this.#most = FREE;
    this.#uncounted = [blocks];
  }

  /** More blocks appeared. */
  expect(blocks: Iterable<EngineBlock>): void {
    this.#uncounted.push(blocks);
  }

  /** An action was called, or the page updated. */
  step(): void {
    if (this.#taken >= this.#most) this.#most += this.#uncounted.splice(0).reduce(addSteps, 0);
    if (this.#taken >= this.#most) return;
    this.#taken++;
    this.#onStep();
  }
}

function addSteps(sum: number, blocks: Iterable<EngineBlock>): number {
  let steps = sum;
  // The page is updated when an event starts and ends, and up to twice by each of its actions.
  for (const { Events } of blocks)
    for (const name in Events.events) {
      const { actions, catchActions } = Events.events[name] as EngineEvent;
      steps += 2 + 3 * (actions.length + (catchActions?.length ?? 0));
    }
  return steps;
}
