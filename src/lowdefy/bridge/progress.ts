import type { EngineBlock } from '../engine/engine-types.ts';

/**
 * Signs of life for whoever stops code that spins. What mounts together runs together, as in a browser, so a page with
 * hundreds of events may work for long before anything else gets a turn; each step of it is reported here. An app can also
 * go in circles through its own events: so only as many steps are reported as the events at hand take when each of them
 * runs once.
 */
export class Progress {
  readonly #onStep: () => void;
  #left = 0;

  constructor(onStep: () => void) {
    this.#onStep = onStep;
  }

  /** Something new is done, in which the events of these blocks may run. */
  begin(blocks: Iterable<EngineBlock>): void {
    this.#left = 0;
    this.expect(blocks);
  }

  /** More blocks appeared. */
  expect(blocks: Iterable<EngineBlock>): void {
    // The page is updated when an event starts and ends, and up to twice by each of its actions.
    for (const { Events } of blocks)
      for (const { actions, catchActions } of Object.values(Events.events))
        this.#left += 2 + 3 * (actions.length + (catchActions?.length ?? 0));
  }

  /** An action was called, or the page updated. */
  step(): void {
    if (this.#left <= 0) return;
    this.#left--;
    this.#onStep();
  }
}
