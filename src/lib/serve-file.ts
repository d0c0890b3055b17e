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

/** A file below `root`, links included: whatever resolves outside it does not exist. */
export async function serveFile(
  root: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const missing = new TandemError('not_found', `File not found: ${path}.`);
  const type = TYPES[extname(path)];
  if (!type || path.includes('\0')) throw missing;
  const [base, file] = await Promise.all([realpath(root), realpath(join(root, path))]).catch(() => {
    throw missing;
  });
  if (!file.startsWith(base + sep)) throw missing;
  // A folder, or a file that went away meanwhile.
  const body = await readFile(file).catch(() => {
    throw missing;
  });
  return new Response(new Uint8Array(body), { headers: { 'Content-Type': type, ...headers } });
}
