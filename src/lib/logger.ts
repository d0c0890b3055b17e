import { currentRequest } from './request-context.ts';
import { withoutKeys } from './without-keys.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

export const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** Writes one line per message, without API keys and tokens. Nothing goes to stdout, which belongs to JSON-RPC. */
export interface Logger {
  debug(message: string, detail?: unknown): void;
  info(message: string, detail?: unknown): void;
  warn(message: string, detail?: unknown): void;
  error(message: string, detail?: unknown): void;
}

/**
 * A logger that writes messages of `level` and above to stderr, or to `write`.
 *
 * @example
 * ```ts
 * import { createLogger, createTandem } from 'tandem-mcp';
 *
 * const tandem = await createTandem({ dir: '.', log: createLogger('debug') });
 * ```
 */
export function createLogger(
  level: LogLevel = 'info',
  write = (line: string): void => void process.stderr.write(line),
  format: LogFormat = 'text',
): Logger {
  const toLine = format === 'json' ? toJsonLine : toTextLine;
  const at = (own: LogLevel) => (message: string, detail?: unknown) => {
    if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return;
    write(`${toLine(own, message, detail)}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function toTextLine(level: LogLevel, message: string, detail: unknown): string {
  const more = detail === undefined ? '' : ` ${toLogText(detail)}`;
  return `${new Date().toISOString()} ${level} ${withoutKeys(message)}${more}`;
}

/** With the id of the HTTP request that it is about. Flat details are fields of their own; all others are text, as in the other format. */
function toJsonLine(level: LogLevel, message: string, detail: unknown): string {
  const requestId = currentRequest()?.id;
  const more =
    detail === undefined ? {} : isFlat(detail) ? withoutKeysIn(detail) : { detail: toLogText(detail).trim() };
  return JSON.stringify({
    ...more,
    time: new Date().toISOString(),
    level,
    message: withoutKeys(message),
    ...(requestId === undefined ? {} : { requestId }),
  });
}

function isFlat(detail: unknown): detail is Record<string, unknown> {
  if (typeof detail !== 'object' || detail === null) return false;
  if (Object.getPrototypeOf(detail) !== Object.prototype) return false;
  return Object.values(detail).every((value) => typeof value !== 'object' || value === null);
}

function withoutKeysIn(detail: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(detail).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    return [name, /key|token|secret|password|cookie|authorization/i.test(name) ? '••••' : withoutKeys(value)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** What a logger writes of a detail, for loggers of others, who would write all that is in it. */
export function toLogText(detail: unknown): string {
  return withoutKeys(describe(detail));
}

function describe(detail: unknown): string {
  if (detail instanceof Error) {
    const cause = detail.cause === undefined ? '' : `\n  caused by: ${describe(detail.cause)}`;
    return `\n  ${detail.stack ?? detail.message}${cause}`;
  }
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}
