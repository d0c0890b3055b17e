import { TandemError } from '../errors.ts';

/** Undefined when another change came first: the session is in use, or gone. */
export async function unlessConflict<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TandemError && (error.code === 'conflict' || error.code === 'not_found'))
      return undefined;
    throw error;
  }
}
