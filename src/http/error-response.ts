import type { Principal } from '../auth/principal.ts';
import { toExpectedError } from '../lib/file-fault.ts';
import type { Logger } from '../lib/logger.ts';
import { newId } from '../lib/new-id.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import { STATUS_OF_ERROR } from '../lib/status-of-error.ts';

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
 * The one place where errors become statuses. The unexpected is logged whole and shown as an id; where things lie on this
 * machine is shown to its own user only.
 */
export function toErrorResponse(
  error: unknown,
  { log, places }: { log: Logger; places: PlaceFilter },
  caller?: Principal,
): Response {
  if (error instanceof HttpError) return answer(error.status, { error: error.message }, error.headers);
  const expected = toExpectedError(error);
  if (expected) {
    const { code, message, retryAfter } = expected;
    const headers: Record<string, string> = {};
    if (code === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer';
    if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
    const shown = caller?.local ? message : places.message(message);
    return answer(STATUS_OF_ERROR[code], { error: shown, code }, headers);
  }
  const id = newId('err_').slice(0, 12);
  log.error(`${id} unexpected error over http`, error);
  return answer(500, { error: `Internal error ${id}. It is on the server's log under this id.` });
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  });
}
