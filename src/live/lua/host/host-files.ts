import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { partsBelow } from '../../../lib/parts-below.ts';
import { realPath } from '../../../lib/real-path.ts';
import type { HostFunction, LuaScalar } from '../lua-vm.ts';
import { allowedPlace, checkFileName, type FileGrant, type FilePlace, Refused } from './allowed-path.ts';
import { answering } from './answering.ts';
import { holdFolder } from './held-folder.ts';
import type { OpenStream } from './open-streams.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
const FLAGS: Record<string, number> = {
  r: O_RDONLY,
  'r+': O_RDWR,
  w: O_WRONLY | O_CREAT,
  'w+': O_RDWR | O_CREAT,
  a: O_WRONLY | O_CREAT | O_APPEND,
  'a+': O_RDWR | O_CREAT | O_APPEND,
};

export interface HostFilesOptions extends FileGrant {
  add(stream: OpenStream): number;
}

/** File operations of io and os. Failures follow Lua's convention: nil and a message. */
export function createHostFiles({ add, ...options }: HostFilesOptions): Record<string, HostFunction> {
  // Resolved once: its name may lead to another folder later.
  const baseDir = realPath(options.baseDir);
  // A base folder may be hidden inside an app that is executed: what is around it does not count.
  const offLimits = options.offLimits.filter((path) => partsBelow(baseDir, path));
  const grant: FileGrant = { files: options.files, baseDir, offLimits };
  const withPath = (work: (path: string, ...rest: LuaScalar[]) => LuaScalar) =>
    answering((path, ...rest) => naming(String(path), () => work(String(path), ...rest)));
  return {
    'file.open': withPath((path, mode) => add(openFile(path, String(mode).replace('b', ''), grant))),
    'file.remove': withPath((path) => {
      const place = allowedPlace(path, 'write', grant);
      return inFolder(place, (at) => {
        if (lstatSync(at).isDirectory()) rmdirSync(at);
        else {
          checkFileName(path, place, grant);
          unlinkSync(at);
        }
        return true;
      });
    }),
    'file.rename': withPath((path, to) => {
      const source = allowedPlace(path, 'write', grant);
      const target = allowedPlace(String(to), 'write', grant);
      return inFolder(source, (from) => {
        checkRename([path, source], [String(to), target], lstatSync(from).isDirectory(), grant);
        return inFolder(target, (at) => {
          renameSync(from, at);
          return true;
        });
      });
    }),
    'file.mkdir': withPath((path) => {
      makeFolders(path, grant);
      return true;
    }),
    'file.tmpname': answering(() => {
      if (grant.files === 'none') allowedPlace('data', 'write', grant);
      const folder = grant.files === 'full' ? tmpdir() : join(grant.baseDir, 'data');
      return join(folder, `.tmp-${randomBytes(6).toString('hex')}`);
    }),
  };
}

/** System errors show the file name that app code used, not the real path. */
function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const [reason = ''] = error.message.split(/, \w+ '|, \w+$/);
    throw new Refused(`${path}: ${reason}`);
  }
}

function inFolder<T>({ root, folders, name }: FilePlace, work: (path: string) => T, make = false): T {
  const folder = holdFolder(root, folders, { make });
  try {
    return work(join(folder.path, name));
  } finally {
    folder.release();
  }
}

/** Like `mkdir -p`: those above it, too, and nothing where it is there. Judged as a file in it would be. */
function makeFolders(path: string, grant: FileGrant): void {
  const { root, folders } = allowedPlace(join(path, 'file.txt'), 'write', grant);
  if (grant.files === 'full') mkdirSync(root, { recursive: true });
  else holdFolder(root, folders, { make: true }).release();
}

type Named = [path: string, place: FilePlace];

/** A file must keep a name that app code may write; a folder, with its content, must stay in its folder of base_dir. */
function checkRename(source: Named, target: Named, isFolder: boolean, grant: FileGrant): void {
  if (!isFolder) for (const [path, place] of [source, target]) checkFileName(path, place, grant);
  else if (grant.files !== 'full' && source[1].folders[0] !== target[1].folders[0])
    throw new Refused(`${source[0]}: a folder can only be moved within ${source[1].folders[0]}/`);
}

function openFile(path: string, mode: string, grant: FileGrant): OpenStream {
  const isWritten = mode !== 'r';
  const place = allowedPlace(path, isWritten ? 'write' : 'read', grant);
  if (isWritten) checkFileName(path, place, grant);
  // The last part may have become a link. Opening a pipe would block the thread where nothing can stop it.
  const flags = (FLAGS[mode] ?? O_RDONLY) | O_NOFOLLOW | O_NONBLOCK;
  const isMade = /^[wa]/.test(mode) && grant.files !== 'full';
  const fd = inFolder(place, (at) => openSync(at, flags, 0o666), isMade);
  try {
    checkOpened(path, fd, isWritten && grant.files !== 'full');
    // Truncated only now: a refused file keeps its content.
    if (mode.startsWith('w')) ftruncateSync(fd);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return toStream(fd, mode.startsWith('a'));
}

function checkOpened(path: string, fd: number, isChanged: boolean): void {
  const found = fstatSync(fd);
  if (!found.isFile())
    throw new Refused(`${path} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}`);
  if (!isChanged) return;
  if (found.nlink > 1)
    throw new Refused(`${path} has a second name elsewhere (a hard link), so app code may not change it`);
  // Some disks mark every file as executable; a file with an extension was already checked by that.
  if (!basename(path).includes('.') && (found.mode & 0o111) !== 0)
    throw new Refused(`${path} is a program, so app code may not change it`);
}

function toStream(fd: number, isAppended: boolean): OpenStream {
  let position = 0;
  return {
    read(length) {
      const buffer = Buffer.alloc(length);
      const n = readSync(fd, buffer, 0, length, position);
      position += n;
      return buffer.subarray(0, n);
    },
    write(bytes) {
      // A full disk accepts part of a write, and reports the reason for the rest.
      for (let at = 0; at < bytes.length; ) {
        const written = writeSync(fd, bytes, at, bytes.length - at, isAppended ? null : position);
        at += written;
        position += written;
      }
    },
    seek(whence, offset) {
      const from = whence === 'set' ? 0 : whence === 'end' ? fstatSync(fd).size : position;
      position = Math.max(0, from + offset);
      return position;
    },
    close() {
      closeSync(fd);
      return true;
    },
  };
}
