import { type FSWatcher, lstatSync, readdirSync, realpathSync, type Stats, statSync, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** `file`: added or changed; `gone`: a file was removed; `folder`: added or removed. */
export type TreeChange = 'file' | 'gone' | 'folder';

export interface WatchTreeOptions {
  isIgnored(path: string): boolean;
  onChange(path: string, change: TreeChange): void;
  /** A folder cannot be watched. */
  onError(error: unknown): void;
}

interface Folder {
  watcher: FSWatcher;
  /** Of the folder itself: another one of the same name has another. */
  id: string;
  names: Set<string>;
}

/**
 * Watches a folder and everything below it, through links too, from its return on. Every folder is watched before it is read, so
 * that nothing can be created in between unseen: a change may be reported twice, but none is missed. Synchronous, so that no
 * change comes in the middle. Returns a function that stops it.
 */
export function watchTree(root: string, options: WatchTreeOptions): () => void {
  const { isIgnored, onChange, onError } = options;
  const folders = new Map<string, Folder>();
  /** Files that are links, by their path: their target is elsewhere. */
  const targets = new Map<string, { path: string; watcher: FSWatcher | undefined }>();
  let isClosed = false;

  function start(path: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
    try {
      const watcher = watch(path, (_event, name) => {
        if (!isClosed) onEvent(name);
      });
      return watcher.on('error', onError);
    } catch (error) {
      // Removed since it was found.
      if (statOf(path)) onError(error);
      return undefined;
    }
  }

  function open(path: string, id: string, isNews: boolean): void {
    const watcher = start(path, (name) => heard(path, name));
    if (!watcher) return;
    folders.set(path, { watcher, id, names: new Set() });
    read(path, isNews);
  }

  function read(path: string, isNews: boolean): void {
    const names = new Set([...(folders.get(path)?.names ?? []), ...namesIn(path)]);
    for (const name of names) look(join(path, name), isNews);
  }

  function heard(path: string, name: string | null): void {
    // The system does not always say what it was.
    if (name === null) {
      read(path, true);
      return;
    }
    // The folder itself was moved or removed, or something in it that has the same name.
    if (name === basename(path)) look(path, true);
    look(join(path, name), true);
  }

  function look(path: string, isNews: boolean): void {
    if (isIgnored(path)) return;
    const found = statOf(path);
    if (!found) {
      lose(path);
      return;
    }
    const { stats, isLink } = found;
    const before = folders.get(path);
    folders.get(dirname(path))?.names.add(basename(path));
    if (!stats.isDirectory()) {
      if (before) close(path);
      if (isLink) follow(path);
      if (isNews) onChange(path, 'file');
      return;
    }
    const id = `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`;
    if (before?.id === id || (isLink && isLoop(path))) return;
    if (before) close(path);
    open(path, id, isNews);
    if (isNews) onChange(path, 'folder');
  }

  function lose(path: string): void {
    const wasKnown = folders.get(dirname(path))?.names.delete(basename(path)) ?? false;
    const wasFolder = folders.has(path);
    close(path);
    if (wasFolder) onChange(path, 'folder');
    else if (wasKnown) onChange(path, 'gone');
  }

  /** Editors replace files, so the folder of the target is watched. */
  function follow(path: string): void {
    const target = realpathSync(path);
    const before = targets.get(path);
    if (before?.path === target) return;
    before?.watcher?.close();
    const watcher = start(dirname(target), (name) => {
      if (name === null || name === basename(target)) look(path, true);
    });
    targets.set(path, { path: target, watcher });
  }

  /** A link to a folder that it is in. */
  function isLoop(path: string): boolean {
    const real = realpathSync(path);
    for (let above = dirname(path); folders.has(above); above = dirname(above))
      if (realpathSync(above) === real) return true;
    return false;
  }

  /** Stop watching it and what is below it. */
  function close(path: string): void {
    for (const watched of [folders, targets])
      for (const [key, { watcher }] of watched)
        if (key === path || key.startsWith(path + sep)) {
          watcher?.close();
          watched.delete(key);
        }
  }

  look(root, false);
  return () => {
    isClosed = true;
    close(root);
  };
}

function statOf(path: string): { stats: Stats; isLink: boolean } | undefined {
  try {
    const own = lstatSync(path);
    const isLink = own.isSymbolicLink();
    return { stats: isLink ? statSync(path) : own, isLink };
  } catch {
    // Not there, a broken link, or not ours to read.
    return undefined;
  }
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
