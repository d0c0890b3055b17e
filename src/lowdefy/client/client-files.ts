import { basename, dirname } from 'node:path';
import { TandemError } from '../../errors.ts';
import { serveFile } from '../../lib/serve-file.ts';
import { acceptedEncodings } from './compressed-files.ts';
import { defaultLogo } from './default-logo.ts';

/** Files of the real client, below this path, are for everybody: they hold code of packages and nothing of any session. */
export const CLIENT_PATH = '/client/';

/**
 * The frame has an origin of its own, wherever it is opened: no cookies, no storage, no requests. Templates of apps are compiled
 * to functions, which needs eval. Pictures may come from anywhere, as in the app itself.
 */
const POLICY = [
  'sandbox allow-scripts allow-forms allow-downloads',
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  'media-src data: blob: https: http:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Scripts of a frame with an origin of its own are requested across origins, without cookies. */
export async function serveClientFile(
  path: string,
  request: Request,
  folderOf: (name: string) => Promise<string | undefined>,
): Promise<Response> {
  const [, name = '', file = ''] = /^\/client\/([0-9a-f]{32})\/([\w./-]+)$/.exec(path) ?? [];
  const folder = name === '' ? undefined : await folderOf(name);
  if (folder === undefined) throw new TandemError('not_found', `File not found: ${path}.`);
  const encodings = isBundle(folder) ? acceptedEncodings(request.headers.get('accept-encoding')) : [];
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept-Encoding',
    // Files of an app's own folder keep their names.
    'Cache-Control': isBundle(folder) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Security-Policy': POLICY,
  };
  try {
    return await serveFile(folder, file, headers, encodings);
  } catch (error) {
    const logo = isBundle(folder) ? undefined : defaultLogo(file, basename(dirname(folder)));
    if (logo === undefined) throw error;
    return new Response(logo, { headers: { ...headers, 'Content-Type': 'image/svg+xml' } });
  }
}

function isBundle(folder: string): boolean {
  return !/[\\/]public$/.test(folder);
}
