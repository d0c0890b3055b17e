import { format } from 'node:util';
import type { Logger } from '../lib/logger.ts';

/** Libraries print what we answer in our own words, with stacks; it goes to the log, for those who want to see it. */
export function quietConsole(log: Logger): void {
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    console[level] = (...args: unknown[]) => log.debug('console', format(...args));
}
