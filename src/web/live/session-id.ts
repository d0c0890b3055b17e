/** Which session a page at this path shows: `/2/any/path` is session 2; anything else is session 1. */
export function sessionIdOf(pathname: string): string {
  const first = pathname.split('/')[1] ?? '';
  return /^(\d+|sess_[\w-]+)$/.test(first) ? first : '1';
}

/** Where the server speaks to this page's session. */
export function socketUrlOf(sessionId: string, rest = ''): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/${sessionId}${rest}`;
}
