import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

/* In place of your own sign-in: whoever gives a name has it. */

const names = new Map<string, string>();

export const signIn = new Hono()
  .get('/', (c) => c.json({ name: userOf(c.req.raw) }))
  .post('/', async (c) => {
    const { name } = await c.req.json<{ name: string }>();
    const id = randomUUID();
    names.set(id, name);
    setCookie(c, 'bakery', id, { httpOnly: true, sameSite: 'Strict' });
    return c.json({ name });
  });

/** Who sends a request; undefined for strangers. */
export function userOf(request: Request): string | undefined {
  const { bakery = '' } = parse(request.headers.get('cookie') ?? '');
  return names.get(bakery);
}
