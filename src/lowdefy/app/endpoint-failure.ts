import { isRecord } from '../../lib/is-record.ts';
import { toSentence } from '../../lib/yaml-source.ts';
import { failedStepOf } from './failure-reason.ts';

/** Why something failed, without secrets. */
export type ToReason = (error: unknown) => string;

export function describeEndpointFailure(endpointId: string, error: unknown, toReason: ToReason): string {
  const failed = failedStepOf(error);
  const at = failed ? ` at step "${failed.step}" (connection "${failed.connection}")` : '';
  return `Endpoint "${endpointId}" failed${at}: ${toSentence(toReason(error))}`;
}

/** What an endpoint returned, with its error as it may be shown. */
export function toShownResult(endpointId: string, result: unknown, toReason: ToReason): unknown {
  if (!isRecord(result) || result.success !== false) return result;
  return { ...result, error: toShownError(endpointId, result, toReason) };
}

/** As it is sent: without the stack, the location, and the evaluated properties of the failed request. */
function toShownError(
  endpointId: string,
  { status, error }: Record<string, unknown>,
  toReason: ToReason,
): object {
  const { stack: _, location: _at, received: _with, ...rest } = toPlainError(error);
  // What the app itself says, in :throw or :reject, is for its user and stays unchanged.
  const isOwn = status === 'reject' || rest.isLowdefyError !== true;
  const message = isOwn ? toReason(error) : describeEndpointFailure(endpointId, error, toReason);
  return { '~e': { name: 'Error', ...rest, message } };
}

function toPlainError(error: unknown): Record<string, unknown> {
  const inner = isRecord(error) ? (error['~e'] ?? error) : undefined;
  return isRecord(inner) ? inner : {};
}
