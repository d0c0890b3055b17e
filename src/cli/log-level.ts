import { TandemError } from '../errors.ts';
import { LOG_LEVELS, type LogLevel } from '../lib/logger.ts';

/** TANDEM_LOG, or info. */
export function logLevel(): LogLevel {
  const level = process.env.TANDEM_LOG || 'info';
  if (LOG_LEVELS.includes(level as LogLevel)) return level as LogLevel;
  throw new TandemError(
    'invalid_config',
    `TANDEM_LOG must be one of ${LOG_LEVELS.join(', ')}, not "${level}".`,
  );
}
