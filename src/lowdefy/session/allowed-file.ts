import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';
import { partsBelow } from '../../lib/parts-below.ts';

export interface AllowedFolders {
  /** The app's folder. */
  dir: string;
  /** `mcp.uploads`: absolute, or relative to the app. */
  uploads: readonly string[];
}

export interface AllowedFile {
  name: string;
  lastModified: number;
  bytes: Buffer;
}

// Opening a pipe without a writer would block.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a file that an agent names by path, if it really is in a folder that the app allows. */
export async function readAllowedFile(
  path: string,
  folders: AllowedFolders,
  maxBytes: number,
): Promise<AllowedFile> {
  const { dir, uploads } = folders;
  if (uploads.length === 0)
    throw new TandemError(
      'forbidden',
      'This app allows no upload folders (mcp.uploads), so a path cannot be used. Send the file as {"name": "a.pdf", "type": "application/pdf", "base64": "…"}.',
    );
  const real = await findFile(path, folders);
  // Links are not followed: whatever replaces the file in the meantime is refused.
  const file = await open(real, READ).catch((error: unknown) => {
    throw cannotRead(path, error);
  });
  try {
    return await readOpened(file, { path, real, maxBytes, roots: await realFolders(dir, uploads) });
  } finally {
    await file.close();
  }
}

interface Opened {
  path: string;
  real: string;
  roots: string[];
  maxBytes: number;
}

async function readOpened(file: FileHandle, { path, real, roots, maxBytes }: Opened): Promise<AllowedFile> {
  const opened = await file.stat();
  // A folder on the way may have become a link after the path was checked.
  const now = await realpath(real).catch(() => undefined);
  const judged = now === real && isInside(roots, real) ? await stat(real).catch(() => undefined) : undefined;
  if (judged?.ino !== opened.ino || judged?.dev !== opened.dev)
    throw new TandemError('forbidden', `${quoted(path)} changed while it was read. Try again.`);
  if (!opened.isFile())
    throw new TandemError(
      'invalid_input',
      `${quoted(path)} is not a regular file, so it cannot be uploaded.`,
    );
  const bytes = await readAtMost(file, maxBytes + 1);
  if (bytes.length > maxBytes) throw tooLarge(quoted(path), maxBytes);
  return { name: basename(real), lastModified: Math.floor(opened.mtimeMs), bytes };
}

/** The real location of the file. A file outside is refused with the same words whether or not it exists. */
async function findFile(path: string, { dir, uploads }: AllowedFolders): Promise<string> {
  const named = uploads.map((folder) => resolve(dir, folder));
  const outside = new TandemError(
    'forbidden',
    `${quoted(path)} is not in a folder that this app allows for uploads (mcp.uploads: ${uploads.join(', ')}).`,
  );
  const roots = await realFolders(dir, uploads);
  // Relative to the folder, or to the app.
  const candidates = [
    ...new Set([...named.map((folder) => resolve(folder, path)), resolve(dir, path)]),
  ].filter((candidate) => !candidate.includes('\0') && isInside([...named, ...roots], candidate));
  if (candidates.length === 0) throw outside;
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw cannotRead(path, error);
    });
    if (real === undefined) continue;
    if (!isInside(roots, real)) throw outside;
    return real;
  }
  throw new TandemError(
    'not_found',
    `File ${quoted(path)} not found in the upload folders (mcp.uploads: ${uploads.join(', ')}).`,
  );
}

async function realFolders(dir: string, uploads: readonly string[]): Promise<string[]> {
  const all = uploads.map((folder) => realpath(join(resolve(dir, folder))).catch(() => undefined));
  return (await Promise.all(all)).filter((folder) => folder !== undefined);
}

function isInside(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => (partsBelow(folder, path) ?? []).length > 0);
}

async function readAtMost(file: FileHandle, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  while (size < most) {
    const part = Buffer.alloc(Math.min(most - size, 1024 * 1024));
    const { bytesRead } = await file.read(part, 0, part.length);
    if (bytesRead === 0) break;
    parts.push(part.subarray(0, bytesRead));
    size += bytesRead;
  }
  return Buffer.concat(parts);
}

export function tooLarge(what: string, maxBytes: number): TandemError {
  const most = maxBytes / (1024 * 1024);
  return new TandemError(
    'limit_reached',
    `${what} has more than ${most} MB, and mcp.limits.maxUploadMb is ${most}.`,
  );
}

function cannotRead(path: string, error: unknown): TandemError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code === 'ELOOP')
    return new TandemError('forbidden', `${quoted(path)} changed while it was read. Try again.`);
  return new TandemError('unavailable', `${quoted(path)} cannot be read (${code}).`);
}

/** With invisible characters escaped. */
function quoted(path: string): string {
  return JSON.stringify(path);
}
