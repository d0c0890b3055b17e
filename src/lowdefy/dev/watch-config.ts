import { basename, relative } from 'node:path';
import { watch } from 'chokidar';
import type { Logger } from '../../lib/logger.ts';
import { isSkipped } from '../app/config-files.ts';

export interface ConfigWatcher {
  /** Watch more: files and folders that the app reads outside of its own. */
  add(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Editors write in several steps, and people save several files at once. */
const QUIET_MS = 150;

/** Watch all that an app is built from. Resolves when no change can be missed any more. */
export async function watchConfig(options: {
  dir: string;
  /** Further files that configure it, not read by its build. */
  also: readonly string[];
  onChange(): void;
  log: Logger;
}): Promise<ConfigWatcher> {
  const { dir, also, log } = options;
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([dir, ...also], {
    ignoreInitial: true,
    ignored: (path) => isBelow(dir, path) && isSkipped(basename(path)),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(options.onChange, QUIET_MS);
  });
  watcher.on('error', (error) => log.warn(`${dir} cannot be watched`, error));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    add: (paths) => void watcher.add([...paths]),
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

function isBelow(dir: string, path: string): boolean {
  const way = relative(dir, path);
  return way !== '' && !way.startsWith('..');
}
