/* Stands in for your own users and sign-in: whoever sets the cookie is let in. Do not copy this part. */

const NAMES = { ada: 'Ada', bob: 'Bob' };

/** Who sends a request: people are known by a cookie of the server, agents by a key. */
export function signIn(request, { kind }) {
  const header = request.headers.get(kind === 'agent' ? 'authorization' : 'cookie') ?? '';
  const [, userId] = (kind === 'agent' ? /^Bearer key-of-(\w+)$/ : /(?:^|; )user=(\w+)/).exec(header) ?? [];
  if (userId && userId in NAMES) return { userId, name: NAMES[userId], roles: ['customer'] };
  if (kind === 'person') return new Response(null, { status: 302, headers: { Location: '/' } });
  return undefined;
}

/** The server's own page, where people sign in. */
export const HOME = `<!doctype html><title>Bakery</title><h1>Bakery</h1>
<p>Sign in as <a href="/sign-in?user=ada">Ada</a> or <a href="/sign-in?user=bob">Bob</a>.</p>
<p><a href="/tandem/">Open Tandem</a></p>`;

export function toCookie(user) {
  return `user=${encodeURIComponent(user)}; Path=/; HttpOnly; SameSite=Lax`;
}
