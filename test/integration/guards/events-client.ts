import { readOpened, type SentFrames } from '../../../src/protocol/page-events.ts';
import { EventReader, type ServerEvent } from '../../../src/web/page/transport/event-reader.ts';
import type { GuardedServer } from './guarded-server.ts';

/** Who a page's requests come from. */
export interface Caller {
  origin: string;
  headers: Record<string, string>;
}

export function callerAt(server: GuardedServer, door: 'page' | 'views'): Caller {
  const origin = `http://${door === 'page' ? 'localhost' : '127.0.0.1'}:${server.ui}`;
  return {
    origin,
    headers: {
      Cookie: server.cookie(door),
      Origin: origin,
      ...(door === 'page' ? { 'X-Tandem-Token': server.pageToken } : {}),
    },
  };
}

/** As a browser that signs in at the page with a key. */
export async function signedIn(server: GuardedServer, secret: string): Promise<Caller> {
  const origin = `http://localhost:${server.ui}`;
  const response = await post({ origin, headers: { Origin: origin } }, '/api/sign-in', { secret });
  const Cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const token = await fetch(`${origin}/api/page-token`, { headers: { Cookie } });
  const body = (await token.json()) as { token: string };
  return { origin, headers: { Cookie, Origin: origin, 'X-Tandem-Token': body.token } };
}

export function post({ origin, headers }: Caller, path: string, body: unknown): Promise<Response> {
  return fetch(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** A page's connection over events. */
export interface EventsClient {
  response: Response;
  id: string;
  /** The next event; undefined at the end of the stream. */
  next(): Promise<ServerEvent | undefined>;
  send(sent: SentFrames, as?: Caller): Promise<Response>;
  leave(): Promise<void>;
}

export async function openEvents(caller: Caller, path: string): Promise<EventsClient> {
  const response = await post(caller, `/api/events${path}`, {});
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  const arrived: ServerEvent[] = [];
  const next = async () => {
    for (;;) {
      const event = arrived.shift();
      if (event) return event;
      const { done, value } = await reader.read();
      if (done) return undefined;
      arrived.push(...events.read(value));
    }
  };
  const opened = await next();
  const id = readOpened(opened?.data ?? '');
  return {
    response,
    id,
    next,
    send: (sent, as = caller) => post(as, `/api/connections/${id}`, sent),
    leave: () => reader.cancel(),
  };
}
