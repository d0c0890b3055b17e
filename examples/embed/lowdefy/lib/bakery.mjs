import { join } from 'node:path';
import { getToken } from 'next-auth/jwt';
import { createTandem } from 'tandem-mcp';
import { openDatabase } from '../database.mjs';
import { createHost } from '../host.mjs';
import { toUser, userOfKey } from './auth.mjs';

/** The app and Tandem, once per process: in development Next.js loads this module again when a file changes. */
export function bakery() {
  globalThis.bakery ??= open();
  return globalThis.bakery;
}

async function open() {
  const dir = join(process.cwd(), 'bakery');
  const host = createHost({ dir, database: await openDatabase() });
  const tandem = await createTandem({
    dir,
    lowdefy: {
      build: '.lowdefy/server/build',
      callRequest: (call, { user }) => host.callRequest(call, user),
    },
  });
  const mounted = await tandem.mount({
    url: `${process.env.NEXTAUTH_URL}/api/tandem`,
    signIn,
    // API routes cannot upgrade requests.
    webSockets: false,
  });
  return { host, mounted };
}

async function signIn(request, { kind, req }) {
  if (kind === 'agent') return toHostUser(userOfKey(request.headers.get('authorization')));
  const token = await getToken({ req, secret: process.env.NEXTAUTH_SECRET });
  if (token) return toHostUser(toUser(token));
  const back = encodeURIComponent(req.url);
  return new Response(null, { status: 302, headers: { Location: `/api/auth/signin?callbackUrl=${back}` } });
}

function toHostUser(user) {
  return user && { userId: user.id, name: user.name, roles: user.roles, user };
}
