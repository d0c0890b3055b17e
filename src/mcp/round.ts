/** One round of a call: what its client brought back, and whether it can be asked again. */
export interface Round {
  /** By the key of the request. */
  answers: Record<string, unknown>;
  /** Sealed; undefined in the first round. */
  state: unknown;
  /** When the request arrived, by `performance.now()`. */
  startedAt: number;
  /** False where the client has to get a result now. */
  mayAsk: boolean;
}
