import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { TandemError } from '../errors.ts';
import { type ErrorAudience, toPublicMessage } from './translate-error.ts';

/** For requests that have no `isError` result. The caller's fault is -32602; everything else is -32603. */
export function toProtocolError(
  error: unknown,
  told: ErrorAudience,
  services: Parameters<typeof toPublicMessage>[2],
): ProtocolError {
  const callersFault =
    error instanceof TandemError && (error.code === 'invalid_input' || error.code === 'not_found');
  return new ProtocolError(
    callersFault ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    toPublicMessage(error, told, services),
  );
}
