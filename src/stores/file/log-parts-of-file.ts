import { type FileHandle, open } from 'node:fs/promises';
import { hasCode } from '../../lib/has-code.ts';
import type { LogPart } from '../../session/session-store.ts';
import { toEntries } from './session-log.ts';

/** More than most pages of a history. */
const CHUNK = 64 * 1024;
const NEWLINE = 10;

interface Line {
  /** Where it begins in the file. */
  at: number;
  text: string;
}

/**
 * Lines of a log by their places: the first ones after one, or the last ones before one. Reads as much of the file as
 * they need, however long it is. Lines that are not entries are left out.
 */
export async function readLogParts(
  path: string,
  range: { before: number | undefined; after: number | undefined; limit: number },
): Promise<LogPart[]> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!file) return [];
  try {
    const { size } = await file.stat();
    return range.after === undefined
      ? await readBack(file, Math.min(range.before ?? size, size), range.limit)
      : await readOn(file, range.after, size, range.limit);
  } finally {
    await file.close();
  }
}

async function readBack(file: FileHandle, end: number, limit: number): Promise<LogPart[]> {
  for (let length = CHUNK; ; length *= 2) {
    const start = Math.max(0, end - length);
    const lines = linesOf(await read(file, start, end), start);
    // The first one began earlier, unless it is the first of the file.
    const parts = toParts(start === 0 ? lines : lines.slice(1));
    if (parts.length >= limit || start === 0) return parts.slice(-limit);
  }
}

async function readOn(file: FileHandle, after: number, size: number, limit: number): Promise<LogPart[]> {
  for (let length = CHUNK; ; length *= 2) {
    const start = Math.max(0, after);
    const end = Math.min(size, start + length);
    const parts = toParts(linesOf(await read(file, start, end), start).filter(({ at }) => at > after));
    if (parts.length >= limit || end >= size) return parts.slice(0, limit);
  }
}

async function read(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

/** Those that have an end: the last one may be one that is being written. */
function linesOf(bytes: Buffer, start: number): Line[] {
  const lines: Line[] = [];
  for (let from = 0; ; ) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0) return lines;
    lines.push({ at: start + from, text: bytes.toString('utf8', from, end) });
    from = end + 1;
  }
}

function toParts(lines: readonly Line[]): LogPart[] {
  return lines.flatMap(({ at, text }) => {
    if (text === '') return [];
    try {
      return [{ place: String(at), entries: toEntries(JSON.parse(text)) }];
    } catch {
      return [];
    }
  });
}
