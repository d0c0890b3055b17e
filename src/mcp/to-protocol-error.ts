import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { toPublicMessage } from './translate-error.ts';

/** For requests that have no `isError` result. The caller's fault is -32602; everything else is -32603. */
export function toProtocolError(error: unknown, log: Logger, during: string): ProtocolError {
  const callersFault =
    error instanceof TandemError && (error.code === 'invalid_input' || error.code === 'not_found');
  return new ProtocolError(
    callersFault ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    toPublicMessage(error, log, during),
  );
}
