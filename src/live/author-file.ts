import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { TandemError } from '../errors.ts';
import { partsBelow } from '../lib/parts-below.ts';
import { serveFile } from '../lib/serve-file.ts';

/** Where a link in `html/` may lead: an app brings its images and styles, and shows what it stored. */
const LINKED = ['html', 'apps', 'storage'];

/** A file in `html/`, including links into other folders of apps. App code cannot create links. */
export async function serveAuthorFile(
  baseDir: string,
  path: string,
  headers: Record<string, string>,
): Promise<Response> {
  const missing = new TandemError('not_found', `File not found: ${path}.`);
  const html = join(baseDir, 'html');
  // Only a link leads out of the folder, never the address.
  if (path.includes('\0') || !partsBelow(html, join(html, path))) throw missing;
  const [base, file] = await Promise.all([realpath(baseDir), realpath(join(html, path))]).catch(() => {
    throw missing;
  });
  const [top = '', ...parts] = partsBelow(base, file) ?? [];
  if (!LINKED.includes(top) || parts.length === 0 || parts.some((part) => part.startsWith('.')))
    throw missing;
  return serveFile(join(base, top), join(...parts), headers);
}
