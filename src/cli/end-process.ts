import type { Logger } from '../lib/logger.ts';

/**
 * End the process now: whatever still holds it (a stray timer of a library) must not outlive its clients. `isClean` is
 * false where something did not end when it was asked to. Node would wait for its threads then, for ever where native
 * code spins in one, so that only a signal helps.
 */
export function endProcess(isClean: boolean, log: Logger): void {
  if (isClean) process.exit(0);
  log.warn('Everything is saved, but something did not stop in time; killing the process.');
  process.kill(process.pid, 'SIGKILL');
}
