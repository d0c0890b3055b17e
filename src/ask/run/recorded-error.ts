import { type ErrorCode, TandemError } from '../../errors.ts';

/** An error as stored in the journal. */
export interface RecordedError {
  name: string;
  message: string;
  code?: ErrorCode;
}

export function toRecordedError(error: unknown): RecordedError {
  // By its name: a tool's file may bring its own copy of the class.
  if (error instanceof Error) {
    const code = error.name === 'TandemError' ? (error as TandemError).code : undefined;
    return { name: error.name, message: error.message, ...(code ? { code } : {}) };
  }
  return { name: 'Error', message: String(error) };
}

/** The same for the first run and for a replay, so never the original error itself. */
export function fromRecordedError({ name, message, code }: RecordedError): Error {
  if (code) return new TandemError(code, message);
  return Object.assign(new Error(message), { name });
}
