import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { TandemError } from '../errors.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
};

/** A compressed copy of a file, next to it: the name for `Content-Encoding`, and what is added to the file's name. */
export interface Encoding {
  name: string;
  ending: string;
}

/**
 * A file below `root`, links included: whatever resolves outside it does not exist. Of `encodings`, the first that the file
 * has a copy in is sent.
 */
export async function serveFile(
  root: string,
  path: string,
  headers: Record<string, string> = {},
  encodings: readonly Encoding[] = [],
): Promise<Response> {
  const missing = new TandemError('not_found', `File not found: ${path}.`);
  const type = TYPES[extname(path)];
  if (!type || path.includes('\0')) throw missing;
  const [base, file] = await Promise.all([realpath(root), realpath(join(root, path))]).catch(() => {
    throw missing;
  });
  if (!file.startsWith(base + sep)) throw missing;
  for (const { name, ending } of encodings) {
    const body = await readFile(file + ending).catch(() => undefined);
    if (body) return toResponse(body, { 'Content-Type': type, 'Content-Encoding': name, ...headers });
  }
  // A folder, or a file that went away meanwhile.
  const body = await readFile(file).catch(() => {
    throw missing;
  });
  return toResponse(body, { 'Content-Type': type, ...headers });
}

function toResponse(body: Buffer, headers: Record<string, string>): Response {
  return new Response(new Uint8Array(body), { headers });
}
