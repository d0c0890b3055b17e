import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { HttpError } from './error-response.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** A file below `root`, links included: whatever resolves outside it does not exist. */
export async function serveFile(
  root: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const missing = new HttpError(404, `There is no file ${path}.`);
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
