/** Running builds that rely on the variable. */
let users = 0;

/**
 * From 4.6 on, a build with auth providers fails without NEXTAUTH_SECRET. It signs the sessions of Lowdefy's own
 * server, where nobody signs in here, so it is set, to an empty text, during the work.
 */
export async function withNextAuthSecret<T>(work: () => Promise<T>): Promise<T> {
  const isOurs = users > 0 || process.env.NEXTAUTH_SECRET === undefined;
  if (!isOurs) return await work();
  users++;
  process.env.NEXTAUTH_SECRET = '';
  try {
    return await work();
  } finally {
    if (--users === 0) delete process.env.NEXTAUTH_SECRET;
  }
}
