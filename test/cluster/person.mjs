import { once } from 'node:events';
import WebSocket from 'ws';
import { createOwnFetch } from './own-fetch.mjs';

/** A browser of somebody who signed in with a key: requests with its cookie, and the sockets of pages. */
export async function createPerson({ url, key, ca, localAddress }) {
  const fetch = createOwnFetch({ ca, localAddress });
  const base = { 'Content-Type': 'application/json', Origin: new URL(url).origin };
  const signedIn = await fetch(`${url}/api/sign-in`, {
    method: 'POST',
    headers: base,
    body: JSON.stringify({ secret: key }),
  });
  if (signedIn.status !== 200)
    throw new Error(`sign-in: ${signedIn.status} ${(await signedIn.text()).slice(0, 300)}`);
  const Cookie = signedIn.headers.get('set-cookie').split(';')[0];
  const headers = { ...base, Cookie };
  const { token } = await (await fetch(`${url}/api/page-token`, { headers })).json();
  return {
    get: (path) => fetch(url + path, { headers: { ...headers, Accept: 'text/html' } }),
    post: (path, body) =>
      fetch(url + path, {
        method: 'POST',
        headers: { ...headers, 'X-Tandem-Token': token },
        body: JSON.stringify(body),
      }),
    /** A socket as a page opens it; rejects where it is refused. */
    async open(path) {
      const socket = new WebSocket(`${url.replace('https', 'wss')}${path}`, {
        headers: { Cookie, Origin: base.Origin },
        agent: fetch.agent,
      });
      socket.on('error', () => {});
      await Promise.race([
        once(socket, 'open'),
        once(socket, 'close').then(() => Promise.reject(new Error(`the socket ${path} was closed`))),
      ]);
      return socket;
    },
    close: fetch.close,
  };
}
