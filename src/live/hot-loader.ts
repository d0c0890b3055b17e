import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { Logger } from '../lib/logger.ts';

/** Editors write a file in several steps. */
const QUIET_MS = 100;

export interface HotLoader {
  /** Loads changed files that are still being debounced. */
  flush(): void;
  close(): Promise<void>;
}

export interface HotLoaderOptions {
  baseDir: string;
  onLua(path: string): void;
  /** A view was added, changed or removed. */
  onViews(): void;
  log: Logger;
}

/** Watches the Lua files and views of a base folder, through links too. Resolves when no change can be missed. */
export async function startHotLoader(options: HotLoaderOptions): Promise<HotLoader> {
  const { baseDir } = options;
  const pending = new Map<string, { timer: NodeJS.Timeout; load: () => void }>();
  const soon = (key: string, load: () => void) => {
    clearTimeout(pending.get(key)?.timer);
    const timer = setTimeout(() => {
      pending.delete(key);
      load();
    }, QUIET_MS);
    pending.set(key, { timer, load });
  };
  const watcher: FSWatcher = watch(baseDir, {
    ignoreInitial: true,
    followSymlinks: true,
    ignored: (path) => isIgnored(baseDir, path),
  });
  watcher.on('all', (event, path) => {
    if (path.endsWith('.lua') && (event === 'add' || event === 'change'))
      soon(path, () => options.onLua(path));
    else if (path.endsWith('.html') || event.endsWith('Dir')) soon('views', options.onViews);
  });
  watcher.on('error', (error) => options.log.warn('a live folder cannot be watched', error));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));

  return {
    flush() {
      const waiting = [...pending.values()];
      pending.clear();
      for (const { timer, load } of waiting) {
        clearTimeout(timer);
        if (existsSync(baseDir)) load();
      }
    },
    async close() {
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
      await watcher.close();
    },
  };
}

/** In the base folder itself only folders with code; below, nothing hidden and no packages. */
function isIgnored(baseDir: string, path: string): boolean {
  if (path === baseDir) return false;
  const [first = '', ...rest] = path.slice(join(baseDir, '/').length).split(/[\\/]/);
  if (rest.length === 0) return !['apps', 'lua', 'viewdefs', 'main.lua'].includes(first);
  const name = basename(path);
  return name.startsWith('.') || name === 'node_modules';
}
