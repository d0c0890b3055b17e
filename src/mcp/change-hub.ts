import type { Notifier } from '../area/notifier.ts';

export type McpChange =
  | { kind: 'tools' | 'prompts' | 'resources' }
  | { kind: 'resource'; uri: string; userId: string | undefined };

/** Where areas say what changed and every open connection, of whatever era, hears it. */
export class ChangeHub implements Notifier {
  readonly #listeners = new Set<(change: McpChange) => void>();

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
  subscribe(listener: (change: McpChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #publish(change: McpChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}
