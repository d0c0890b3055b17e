import type { Logger } from '../../lib/logger.ts';

/**
 * Imports a module that may not be made for Node. A module that loads styles the old way fails twice: the import is
 * rejected, and so is a promise that nobody handles, which would end the process.
 */
export async function importContained(url: string, log: Logger): Promise<Record<string, unknown>> {
  const note = (reason: unknown) => log.debug(`While ${url} was loaded: ${String(reason)}`);
  process.on('unhandledRejection', note);
  try {
    return await import(url);
  } catch (error) {
    // Unhandled rejections are reported after this turn.
    await new Promise((resolve) => setImmediate(resolve));
    throw error;
  } finally {
    process.off('unhandledRejection', note);
  }
}
