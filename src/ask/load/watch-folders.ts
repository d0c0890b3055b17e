import { existsSync } from 'node:fs';
import type { Logger } from '../../lib/logger.ts';

/** Editors write in several steps; one check after the last is enough. */
const SETTLE_MS = 50;

/** Calls `onChange` when something in these folders changes. Returns a function that stops it. */
export async function watchFolders(
  dirs: readonly string[],
  onChange: () => Promise<void>,
  log: Logger,
): Promise<() => Promise<void>> {
  const present = dirs.filter((dir) => existsSync(dir));
  if (present.length === 0) return async () => {};
  const { watch } = await import('chokidar');
  const watcher = watch(present, { ignoreInitial: true, ignored: /(?:^|\/)node_modules(?:\/|$)/ });
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => void onChange().catch((error: unknown) => log.warn('tools could not be reloaded', error)),
      SETTLE_MS,
    );
  });
  watcher.on('error', (error) => log.warn('tools cannot be watched', error));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
