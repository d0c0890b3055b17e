import { type ErrorCode, TandemError } from '../../errors.ts';

interface WireError {
  code?: ErrorCode;
  message: string;
  stack?: string;
}

/** An error as plain data: classes are lost between processes. */
export function toWire(error: unknown): WireError {
  if (error instanceof TandemError) return { code: error.code, message: error.message };
  if (error instanceof Error) return { message: error.message, stack: error.stack };
  return { message: String(error) };
}

export function fromWire(wire: unknown): Error {
  const { code, message, stack } = wire as WireError;
  if (code !== undefined) return new TandemError(code, message);
  return Object.assign(new Error(message), stack === undefined ? {} : { stack });
}
