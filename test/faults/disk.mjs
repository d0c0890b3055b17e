import { execFileSync } from 'node:child_process';
import { processTree } from './process-tree.mjs';

/**
 * How the disk becomes full: the folder is on a small file system that is filled; if none may be mounted, the servers
 * are not allowed to write to any file. Undefined if neither is possible.
 */
export function createDisk(folder, servers) {
  if (folder.isMounted)
    return {
      way: 'a small file system is filled',
      fill: folder.fill,
      empty: folder.empty,
    };
  if (!limitFiles(process.pid, 'unlimited')) return undefined;
  const limit = (size) => {
    for (const { pid } of servers) for (const each of processTree(pid)) limitFiles(each, size);
  };
  return {
    way: 'no file system may be mounted here, so servers may write to no file (prlimit --fsize=0)',
    fill: () => limit('0'),
    // Processes started in the meantime inherit it from their parent.
    empty: () => limit('unlimited'),
  };
}

/** The soft limit only, which may be raised again without privileges. False if it cannot be set. */
function limitFiles(pid, size) {
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
