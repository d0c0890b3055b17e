import { TandemError } from '../errors.ts';

/** What the codes of failed system calls mean to the person who runs the server, and what to do about them. */
const FAULTS: Record<string, string> = {
  ENOSPC: 'the disk is full. Free some space and try again',
  EDQUOT: 'the disk quota is used up. Free some space and try again',
  EFBIG: 'the file is larger than this process may write. Raise the limit (ulimit -f) and try again',
  EROFS: 'the file system is read-only. Use a writable folder',
  EACCES: 'permission was denied. Check its permissions',
  EPERM: 'permission was denied. Check its permissions',
  EMFILE: 'this process has too many files open. Raise the limit (ulimit -n) and try again',
  ENFILE: 'the machine has too many files open. Stop some programs and try again',
  ENOTDIR: 'a file is where a folder must be. Move it away',
  EIO: 'the disk reported an error. Check the disk',
};

/** The fault of a file system as a sentence that begins with `what`; undefined for an error of another kind. */
export function toFileFault(error: unknown, what: string): TandemError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const fault = FAULTS[String(error.code)];
  if (fault === undefined) return undefined;
  return new TandemError('unavailable', `${what}: ${fault}.`, { cause: error });
}

/** An error that may be shown as it is: an expected one, or one that comes from the machine and not from a bug. */
export function toExpectedError(error: unknown): TandemError | undefined {
  if (error instanceof TandemError) return error;
  return toFileFault(error, 'The server could not access a file');
}
