import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Logger } from '../lib/logger.ts';
import { watchTree } from '../lib/watch-tree.ts';

/** Editors write a file in several steps. */
const QUIET_MS = 100;

export interface HotLoader {
  /** Loads changed files that are still being debounced. */
  flush(): void;
  close(): void;
}

export interface HotLoaderOptions {
  baseDir: string;
  onLua(path: string): void;
  /** A view was added, changed or removed. */
  onViews(): void;
  log: Logger;
}

/** Watches the Lua files and views of a base folder, through links too. */
export function startHotLoader(options: HotLoaderOptions): HotLoader {
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
  const stop = watchTree(baseDir, {
    isIgnored: (path) => isIgnored(baseDir, path),
    onChange(path, change) {
      if (path.endsWith('.lua') && change === 'file') soon(path, () => options.onLua(path));
      else if (path.endsWith('.html') || change === 'folder') soon('views', options.onViews);
    },
    onError: (error) => options.log.warn('a live folder cannot be watched', error),
  });

  return {
    flush() {
      const waiting = [...pending.values()];
      pending.clear();
      for (const { timer, load } of waiting) {
        clearTimeout(timer);
        if (existsSync(baseDir)) load();
      }
    },
    close() {
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
      stop();
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
