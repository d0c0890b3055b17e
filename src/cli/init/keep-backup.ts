import { copyFileSync, existsSync } from 'node:fs';
import { basename } from 'node:path';

/** Copies a file next to itself before it is changed; returns the name of the copy. */
export function keepBackup(path: string): string {
  let copy = `${path}.backup`;
  for (let number = 2; existsSync(copy); number++) copy = `${path}.backup-${number}`;
  copyFileSync(path, copy);
  return basename(copy);
}
