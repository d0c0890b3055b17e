/** Which session a page at this path shows: `/2/any/path` is session 2; anything else is session 1. */
export function sessionIdOf(pathname: string): string {
  const first = pathname.split('/')[1] ?? '';
  return /^(\d+|sess_[\w-]+)$/.test(first) ? first : '1';
}
