import { BASE_META } from '../../protocol/page-base.ts';

const base = globalThis.document?.querySelector(`meta[name="${BASE_META}"]`)?.getAttribute('content') ?? '';

/** Where a path of the server is, seen from this page. Every address that a page asks for is made here. */
export function serverPath(path: string): string {
  return `${base}${path}`;
}

/** The path of this page, as the server knows it. */
export function pagePath(): string {
  return location.pathname.slice(base.length);
}
