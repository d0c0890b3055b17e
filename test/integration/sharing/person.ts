import { WebSocket } from 'ws';
import type { Cleanup } from '../harness.ts';

/** A person who signed in with a key of their own, in a browser that is all but one. */
export interface Person {
  get(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  /** Messages of a socket as they come; `closed` resolves with the code it ends with. */
  follow(path: string): Follower;
}

export interface Follower {
  next(): Promise<Record<string, unknown>>;
  /** The first message that fits. */
  until(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  closed: Promise<number>;
}

export async function signIn(cleanup: Cleanup, ui: number, secret: string): Promise<Person> {
  const origin = `http://localhost:${ui}`;
  const json = { Origin: origin, 'Content-Type': 'application/json' };
  const signed = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ secret }),
  });
  if (!signed.ok) throw new Error(`sign-in: ${signed.status} ${await signed.text()}`);
  const Cookie = signed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const get = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { Cookie } });
  const { token } = (await (await get('/api/page-token')).json()) as { token: string };
  return {
    get,
    post: (path, body) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { ...json, Cookie, 'x-tandem-token': token },
        body: JSON.stringify(body),
      }),
    follow(path) {
      const socket = new WebSocket(`ws://localhost:${ui}${path}`, { headers: { Cookie, Origin: origin } });
      const messages: Record<string, unknown>[] = [];
      let heard = () => {};
      socket.on('message', (data) => {
        messages.push(JSON.parse(String(data)) as Record<string, unknown>);
        heard();
      });
      // A refused upgrade is an error, and then closed.
      socket.on('error', () => {});
      cleanup.add(() => socket.terminate());
      const next = async () => {
        while (messages.length === 0)
          await new Promise<void>((resolve) => {
            heard = resolve;
          });
        return messages.shift() ?? {};
      };
      return {
        next,
        async until(fits) {
          for (;;) {
            const message = await next();
            if (fits(message)) return message;
          }
        },
        closed: new Promise((resolve) => socket.on('close', resolve)),
      };
    },
  };
}
