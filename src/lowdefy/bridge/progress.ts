import type { EngineBlock, EngineEvent } from '../engine/engine-types.ts';

/**
 * Signs of life, for the watchdog that stops spinning code. Blocks that mount together run together, as in a browser,
 * so a page with hundreds of events may work for long without yielding; each step is reported here. An app can also
 * loop through its own events, so the number of reported steps is limited to what the current events take if each
 * runs once.
 */
export class Progress {
  readonly #onStep: () => void;
  #left = 0;

  constructor(onStep: () => void) {
    this.#onStep = onStep;
  }

  /** Something new begins, in which the events of these blocks may run. */
  begin(blocks: Iterable<EngineBlock>): void {
    this.#left = 0;
    this.expect(blocks);
  }

  /** More blocks appeared. */
  expect(blocks: Iterable<EngineBlock>): void {
    // The page is updated when an event starts and ends, and up to twice by each of its actions.
    for (const { Events } of blocks)
      for (const name in Events.events) {
        const { actions, catchActions } = Events.events[name] as EngineEvent;
        this.#left += 2 + 3 * (actions.length + (catchActions?.length ?? 0));
      }
  }

  /** An action was called, or the page updated. */
  step(): void {
    if (this.#left <= 0) return;
    this.#left--;
    this.#onStep();
  }
}
