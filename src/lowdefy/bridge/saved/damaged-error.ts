import { TandemError } from '../../../errors.ts';

/** What is missing in a damaged file shows only when it is used. Undefined for other errors. */
export function damagedError(error: unknown): TandemError | undefined {
  if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) return undefined;
  return new TandemError(
    'unavailable',
    `The saved data of this session is damaged (${error.message}). It was left unchanged. Close the session and create another one.`,
    { cause: error },
  );
}
