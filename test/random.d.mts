export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to n. */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(all: readonly T[]): T;
}

export function createRandom(seed: number): Random;
