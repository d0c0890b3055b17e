import { createPageAccess } from '../../src/auth/page-access.ts';
import { cookieName } from '../../src/auth/page-cookie.ts';
import type { Tandem } from '../../src/server/tandem.ts';

/** The person's browser, signed in as the local user. */
export interface PageClient {
  origin: string;
  /** What the browser sends with every request, sockets included. */
  headers: Record<string, string>;
  send(method: string, path: string, body?: unknown, token?: string): Promise<Response>;
}

export function createPageClient(
  { folder }: { folder: Pick<Tandem['folder'], 'secret'> },
  uiPort: number,
): PageClient {
  const access = createPageAccess({ secret: () => folder.secret('ui-token') });
  const cookie = access.sealCookie({ audience: 'page', subject: { t: 'local' } }, 60);
  const origin = `http://localhost:${uiPort}`;
  const headers = { Cookie: `${cookieName('page', uiPort)}=${cookie}`, Origin: origin };
  return {
    origin,
    headers,
    send: (method, path, body, token = access.pageToken(cookie)) =>
      fetch(origin + path, {
        method,
        headers: {
          ...headers,
          'x-tandem-token': token,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
