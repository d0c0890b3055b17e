export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** One line per message on stderr; stdout belongs to JSON-RPC. */
export interface Logger {
  debug(message: string, detail?: unknown): void;
  info(message: string, detail?: unknown): void;
  warn(message: string, detail?: unknown): void;
  error(message: string, detail?: unknown): void;
}

export function createLogger(
  level: LogLevel = 'info',
  write = (line: string): void => void process.stderr.write(line),
): Logger {
  const at = (own: LogLevel) => (message: string, detail?: unknown) => {
    if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return;
    write(
      `${new Date().toISOString()} ${own} ${message}${detail === undefined ? '' : ` ${describe(detail)}`}\n`,
    );
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function describe(detail: unknown): string {
  if (detail instanceof Error) {
    const cause = detail.cause === undefined ? '' : `\n  caused by: ${describe(detail.cause)}`;
    return `\n  ${detail.stack ?? detail.message}${cause}`;
  }
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}
