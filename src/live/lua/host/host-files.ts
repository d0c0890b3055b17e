import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Permissions } from '../live-runtime.ts';
import type { HostFunction, LuaScalar } from '../lua-vm.ts';
import { allowedPath, Refused } from './allowed-path.ts';
import type { OpenStream } from './open-streams.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
const FLAGS: Record<string, number> = {
  r: O_RDONLY,
  'r+': O_RDWR,
  w: O_WRONLY | O_CREAT | O_TRUNC,
  'w+': O_RDWR | O_CREAT | O_TRUNC,
  a: O_WRONLY | O_CREAT | O_APPEND,
  'a+': O_RDWR | O_CREAT | O_APPEND,
};

export interface HostFilesOptions {
  baseDir: string;
  files: Permissions['files'];
  add(stream: OpenStream): number;
}

/** What io and os do with files. Failures are answered as Lua expects them: nil and a message. */
export function createHostFiles({ baseDir, files, add }: HostFilesOptions): Record<string, HostFunction> {
  const at = (path: LuaScalar | undefined) => allowedPath(String(path), baseDir, files);
  return {
    'file.open': answering((path, mode) => add(openFile(at(path), String(mode).replace('b', '')))),
    'file.remove': answering((path) => {
      const real = at(path);
      if (statSync(real).isDirectory()) rmdirSync(real);
      else unlinkSync(real);
      return true;
    }),
    'file.rename': answering((from, to) => {
      renameSync(at(from), at(to));
      return true;
    }),
    'file.tmpname': answering(() => {
      const folder = files === 'full' ? tmpdir() : baseDir;
      return at(join(folder, `.tmp-${randomBytes(6).toString('hex')}`));
    }),
  };
}

export function answering(work: HostFunction): HostFunction {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      if (error instanceof Refused || (error instanceof Error && 'code' in error))
        return [null, error.message, 1];
      throw error;
    }
  };
}

function openFile(path: string, mode: string): OpenStream {
  // The path has no links any more; one that appears now was put there to lead us elsewhere. A pipe would keep the
  // thread waiting where nothing can end it.
  const fd = openSync(path, (FLAGS[mode] ?? O_RDONLY) | O_NOFOLLOW | O_NONBLOCK, 0o666);
  const found = fstatSync(fd);
  if (!found.isFile()) {
    closeSync(fd);
    throw new Refused(`${path} is ${found.isDirectory() ? 'a folder' : 'no plain file'}`);
  }
  let position = 0;
  return {
    read(length) {
      const buffer = Buffer.alloc(length);
      const n = readSync(fd, buffer, 0, length, position);
      position += n;
      return buffer.subarray(0, n);
    },
    write(bytes) {
      if (mode.startsWith('a')) writeSync(fd, bytes);
      else writeSync(fd, bytes, 0, bytes.length, position);
      position += bytes.length;
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
