import { statSync } from 'node:fs';

/** Changes when one of the files does. */
export function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found ? `${found.mtimeMs} ${found.size}` : 'gone';
    })
    .join();
}
