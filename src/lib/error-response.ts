import type { ErrorCode } from '../errors.ts';
import { toExpectedError } from './file-fault.ts';
import { toInternalError } from './internal-error.ts';
import type { Logger } from './logger.ts';
import type { PlaceFilter } from './place-filter.ts';

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

/** A refusal that is about the request itself, before anybody looked at what it asks for. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * The one place where errors become statuses. An unexpected error is logged whole and shown as an id. Paths of this
 * machine are shown to its own user only (`caller.local`).
 */
export function toErrorResponse(
  error: unknown,
  { log, places }: { log: Logger; places: PlaceFilter },
  caller?: { local: boolean },
): Response {
  if (error instanceof HttpError) return answer(error.status, { error: error.message }, error.headers);
  const expected = toExpectedError(error);
  if (!expected) return answer(500, { error: toInternalError(error, 'over http', log) });
  const { code, message, retryAfter } = expected;
  const headers: Record<string, string> = {};
  if (code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer';
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  const shown = caller?.local ? message : places.message(message);
  return answer(STATUS_OF_ERROR[code], { error: shown, code }, headers);
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });
}
