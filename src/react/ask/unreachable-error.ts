/**
 * Nobody was there to take a request. `back` resolves when the server can be reached again: components then stop saying so.
 * Reject with it in a `SendAnswer` of your own.
 *
 * @example
 * ```ts
 * import { type SendAnswer, UnreachableError } from 'tandem-mcp/react';
 *
 * export function toSend(url: string, back: () => Promise<void>): SendAnswer {
 *   return async (answer) => {
 *     await fetch(url, { method: 'POST', body: JSON.stringify(answer) }).catch(() => {
 *       throw new UnreachableError(back());
 *     });
 *   };
 * }
 * ```
 */
export class UnreachableError extends Error {
  readonly back: Promise<void>;

  constructor(back: Promise<void> = new Promise(() => {})) {
    super('The server is not reachable. Try again in a moment.');
    this.name = 'UnreachableError';
    this.back = back;
  }
}

/** Call `clear` when what the error says is no longer true. */
export function whenBack(error: unknown, clear: () => void): void {
  if (error instanceof UnreachableError) void error.back.then(clear);
}
