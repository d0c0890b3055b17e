import type { ReplicaState } from '../protocol/replica-state.ts';

type Ui = ReplicaState['ui'];

/** What components keep to themselves, as the session has it, and events that are under way. Components follow it. */
export class UiStore {
  ui: Ui = { open: {}, active: {}, gone: {} };
  /** True while the session's state is applied: what components report then is not the person's doing. */
  isApplying = false;
  readonly #running = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  version = (): number => this.#version;

  change(ui: Ui): void {
    this.ui = ui;
    this.#tell();
  }

  isRunning(blockId: string, event: string): boolean {
    return this.#running.has(`${blockId} ${event}`);
  }

  /** Shows an event as loading while it runs. */
  async during<T>(blockId: string, event: string, work: Promise<T>): Promise<T> {
    const key = `${blockId} ${event}`;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    this.#tell();
    try {
      return await work;
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
      this.#tell();
    }
  }

  #tell(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}
