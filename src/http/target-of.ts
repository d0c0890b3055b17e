import { HttpError } from '../lib/error-response.ts';

/**
 * The address a request is for. Its host is always the one in Host, which is checked: a target such as
 * `//evil.example/ws` or `http://evil.example/` would otherwise name its own, and pass as same-origin.
 */
export function targetOf(target: string | undefined, origin: string): URL {
  const path = target ?? '/';
  const address = `${origin}${path}`;
  if (path.startsWith('/') && URL.canParse(address)) return new URL(address);
  throw new HttpError(400, 'The request target must be a path that starts with "/".');
}
