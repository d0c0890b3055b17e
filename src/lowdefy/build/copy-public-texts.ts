import { cpSync, existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isSkipped } from './config-files.ts';

/** Larger ones are served, not read. */
const MAX_BYTES = 1024 * 1024;

/**
 * Copies the texts in an app's `public` folder. Code in the build may read them, or write there (a sitemap, a search
 * index), which must not change the app's own folder.
 */
export function copyPublicTexts(dir: string, copy: string): void {
  const from = join(dir, 'public');
  if (!existsSync(from)) return;
  cpSync(from, join(copy, 'public'), {
    recursive: true,
    dereference: true,
    filter: (path) => {
      if (path === from) return true;
      if (isSkipped(basename(path))) return false;
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat?.isDirectory() || (stat?.isFile() === true && stat.size <= MAX_BYTES);
    },
  });
}
