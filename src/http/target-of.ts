import type { IncomingMessage } from 'node:http';
import { HttpError } from '../lib/error-response.ts';

/**
 * The address a request is for. Its host is always the one in Host, which is checked: a target such as
 * `//evil.example/ws` or `http://evil.example/` would otherwise name its own, and pass as same-origin.
 */
export function targetOf({ url = '/', headers }: IncomingMessage): URL {
  const address = `http://${headers.host}${url}`;
  if (url.startsWith('/') && URL.canParse(address)) return new URL(address);
  throw new HttpError(400, 'The request target must be a path that starts with "/".');
}
