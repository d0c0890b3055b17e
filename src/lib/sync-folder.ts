import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const syncToDisk = promisify(fsync);

/** Put a folder's entries on disk: a new, renamed or removed file survives a power cut only after this. */
export async function syncFolder(dir: string): Promise<void> {
  // Windows can neither open a folder as a file nor needs to: its entries are journalled.
  if (process.platform === 'win32') return;
  const fd = openSync(dir, 'r');
  try {
    await syncToDisk(fd);
  } finally {
    closeSync(fd);
  }
}
