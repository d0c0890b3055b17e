import { withoutKeys } from './without-keys.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

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
): Logger {
  const at = (own: LogLevel) => (message: string, detail?: unknown) => {
    if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return;
    const more = detail === undefined ? '' : ` ${toLogText(detail)}`;
    write(`${new Date().toISOString()} ${own} ${withoutKeys(message)}${more}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
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
