import type { Logger } from '../../lib/logger.ts';

/** Warn about a path, the first time only: a foreign file must not fill the log at every list. */
export type ReportOnce = (path: string, message: string) => void;

export function createReportOnce(log: Logger): ReportOnce {
  const reported = new Set<string>();
  return (path, message) => {
    if (reported.has(path)) return;
    reported.add(path);
    log.warn(`${path}: ${message}`);
  };
}
