import type { Notifier } from '../area/notifier.ts';

export type Change =
  | { kind: 'tools' | 'prompts' | 'resources' }
  | { kind: 'resource'; uri: string; userId: string | undefined };

/** Where areas say what changed and every open connection, of whatever era, hears it. */
export class ChangeHub implements Notifier {
  readonly #listeners = new Set<(change: Change) => void>();

  toolsChanged(): void {
    this.#publish({ kind: 'tools' });
  }

  promptsChanged(): void {
    this.#publish({ kind: 'prompts' });
  }

  resourcesChanged(): void {
    this.#publish({ kind: 'resources' });
  }

  resourceUpdated(uri: string, options: { userId?: string } = {}): void {
    this.#publish({ kind: 'resource', uri, userId: options.userId });
  }

  /** Answers how to stop. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #publish(change: Change): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}
