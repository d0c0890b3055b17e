import type { ErrorCode } from '../errors.ts';

/** The HTTP status of every expected failure. */
export const STATUS_OF_ERROR: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  invalid_config: 500,
  not_found: 404,
  unauthorized: 401,
  forbidden: 403,
  limit_reached: 409,
  rate_limited: 429,
  conflict: 409,
  busy: 409,
  ended: 410,
  cancelled: 499,
  timeout: 504,
  unsupported: 400,
  unavailable: 503,
};
