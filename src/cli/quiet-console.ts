import { format } from 'node:util';
import type { Logger } from '../lib/logger.ts';

/** Libraries print errors, with stacks, that we report in our own words; they go to the log, for those who want to see them. */
export function quietConsole(log: Logger): void {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    console[level] = (...args: unknown[]) => log.debug('console', format(...args));
}
