import { serveFile } from '../lib/serve-file.ts';
import type { HttpOptions } from './http-options.ts';
import type { Site } from './site.ts';
import { toBasedPage } from './to-based-page.ts';

const CSP =
  "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** A page of the browser build, for a person. */
export async function servePage(
  { webRoot }: Pick<HttpOptions, 'webRoot'>,
  site: Site,
  file: string,
): Promise<Response> {
  const page = await serveFile(webRoot, file, {
    'Content-Security-Policy': CSP,
    'Cache-Control': 'no-store',
  });
  return new Response(toBasedPage(await page.text(), site.base), page);
}
