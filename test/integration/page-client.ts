import { createPageAccess } from '../../src/auth/page-access.ts';
import { cookieName } from '../../src/auth/page-cookie.ts';
import type { Tandem } from '../../src/server/tandem.ts';

/** The person's browser, signed in as the local user. */
export interface PageClient {
  origin: string;
  send(method: string, path: string, body?: unknown, token?: string): Promise<Response>;
}

export function createPageClient({ folder }: Tandem, uiPort: number): PageClient {
  const access = createPageAccess({ secret: () => folder.secret('ui-token') });
  const cookie = access.sealCookie({ audience: 'page', subject: { t: 'local' } }, 60);
  const origin = `http://localhost:${uiPort}`;
  return {
    origin,
    send: (method, path, body, token = access.pageToken(cookie)) =>
      fetch(origin + path, {
        method,
        headers: {
          Cookie: `${cookieName('page', uiPort)}=${cookie}`,
          Origin: origin,
          'x-tandem-token': token,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
