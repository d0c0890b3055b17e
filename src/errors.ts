/** The code of an expected failure. MCP, HTTP and the command line each translate it once. */
export type ErrorCode =
  | 'invalid_input'
  | 'invalid_config'
  | 'not_found'
  | 'unauthorized'
  | 'forbidden'
  | 'limit_reached'
  | 'rate_limited'
  | 'conflict'
  | 'busy'
  | 'ended'
  | 'cancelled'
  | 'timeout'
  | 'unsupported'
  | 'unavailable';

/**
 * An expected failure. The message is for the reader at the other end, agent or person: what is wrong, with which
 * argument, and what to do next. Other errors are bugs: they are logged, and readers see only an id.
 *
 * @example
 * ```ts
 * import { TandemError } from 'tandem-mcp';
 *
 * export function findCake(id: string, cakes: Map<string, string>): string {
 *   const cake = cakes.get(id);
 *   if (!cake) throw new TandemError('not_found', `Cake "${id}" not found. List the cakes first.`);
 *   return cake;
 * }
 * ```
 */
export class TandemError extends Error {
  readonly code: ErrorCode;
  /** For `rate_limited`: seconds until another try can succeed. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TandemError';
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}
