import { Agent, request } from 'node:https';
import { Readable } from 'node:stream';

/**
 * A `fetch` with connections of its own, which trusts the certificate of a proxy and comes from an address of its own:
 * proxies tell clients apart by it.
 */
export function createOwnFetch({ ca, localAddress }) {
  const agent = new Agent({ keepAlive: true, ca, localAddress, family: 4, lookup: toLoopback });
  async function ownFetch(input, { method = 'GET', headers, body, signal } = {}) {
    signal?.throwIfAborted();
    const url = new URL(input);
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method, agent, headers: Object.fromEntries(new Headers(headers)), signal },
        (answer) => {
          // A stream that breaks off is an error of its reader.
          answer.on('error', () => {});
          const { statusCode: status = 500, headers: given } = answer;
          const hasBody = ![101, 204, 205, 304].includes(status);
          if (!hasBody) answer.resume();
          resolve(
            new Response(hasBody ? Readable.toWeb(answer) : null, { status, headers: toHeaders(given) }),
          );
        },
      );
      sent.on('error', (error) => reject(new TypeError(`fetch failed: ${error.message}`, { cause: error })));
      sent.end(body);
    });
  }
  return Object.assign(ownFetch, { agent, close: () => agent.destroy() });
}

/** Where a socket of the same client connects from. */
function toLoopback(_name, options, done) {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
}

function toHeaders(given) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  return headers;
}
