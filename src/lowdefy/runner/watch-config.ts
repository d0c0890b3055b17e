import { basename, isAbsolute, relative } from 'node:path';
import { watch } from 'chokidar';
import type { Logger } from '../../lib/logger.ts';
import { isSkipped } from '../build/config-files.ts';

export interface ConfigWatcher {
  /** Also watch these files and folders that the app is built from, wherever they are. */
  add(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Editors write in several steps, and people save several files at once. */
const QUIET_MS = 150;

/** Watches everything an app is built from. Resolves when no change can be missed. */
export async function watchConfig(options: {
  dir: string;
  /** Other files that configure it but are not read by its build. */
  also: readonly string[];
  /** Whether a change to this file concerns the app. */
  counts(path: string): boolean;
  onChange(): void;
  log: Logger;
}): Promise<ConfigWatcher> {
  const { dir, also, log } = options;
  let timer: NodeJS.Timeout | undefined;
  const roots = new Set([dir, ...also]);
  const watcher = watch([...roots], {
    ignoreInitial: true,
    ignored: (path) => isSkipped(basename(path)) && !roots.has(path),
  });
  watcher.on('all', (_event, path) => {
    if (!options.counts(path)) return log.debug(`${path} changed, but the app does not use it.`);
    clearTimeout(timer);
    timer = setTimeout(options.onChange, QUIET_MS);
  });
  watcher.on('error', (error) => log.warn(`${dir} cannot be watched`, error));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    add(paths) {
      for (const path of paths) roots.add(path);
      watcher.add([...paths]);
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

export function isAtOrBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
