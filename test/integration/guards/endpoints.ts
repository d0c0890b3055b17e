import type { GuardedServer } from './guarded-server.ts';
import type { RawRequest } from './raw-request.ts';

type Kind = 'mcp' | 'debug' | 'page' | 'views';

/** One thing that can be requested, as its rightful caller requests it. */
export interface Endpoint {
  name: string;
  kind: Kind;
  port: 'ui' | 'mcp';
  /** Complete: sent as it is, it is accepted. */
  request(server: GuardedServer): RawRequest & { headers: Record<string, string> };
  /** The status of the rightful request. */
  status: number;
  /** Accepts anybody who comes from the right place, since it is the sign-in itself. */
  isWayIn?: true;
  /** Requires the person's own token in addition to the cookie. */
  needsPageToken?: true;
  /** Joined listeners serve something else under this path. */
  isApartOnly?: true;
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const ACCEPT = 'application/json, text/event-stream';
const JSON_TYPE = { 'Content-Type': 'application/json' };

function mcp(method: string, path: string, status: number, body?: string): Endpoint {
  return {
    name: `${method} ${path.split('?')[0]} on the MCP port`,
    kind: 'mcp',
    port: 'mcp',
    status,
    request: (server) => ({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      headers: {
        Host: `127.0.0.1:${server.mcp}`,
        Authorization: `Bearer ${server.key}`,
        Accept: ACCEPT,
        ...(body === undefined ? {} : JSON_TYPE),
      },
    }),
  };
}

function debug(method: string, path: string, status: number): Endpoint {
  return {
    name: `${method} ${path} on the MCP port`,
    kind: 'debug',
    port: 'mcp',
    status,
    request: (server) => ({
      method,
      path,
      ...(method === 'POST' ? { body: '{}' } : {}),
      headers: {
        Host: `127.0.0.1:${server.mcp}`,
        Authorization: `Bearer ${server.uiToken}`,
        ...(method === 'POST' ? JSON_TYPE : {}),
      },
    }),
  };
}

function person(
  door: 'page' | 'views',
  method: string,
  path: string,
  status: number,
  more: { withPageToken?: true; isSocket?: true; isWayIn?: true; body?: string } = {},
): Endpoint {
  return {
    name: `${more.isSocket ? 'WebSocket' : method} ${path} at ${door === 'page' ? 'localhost' : '127.0.0.1'}`,
    kind: door,
    port: 'ui',
    status,
    ...(more.withPageToken ? { needsPageToken: true } : {}),
    ...(more.isWayIn ? { isWayIn: true } : {}),
    request: (server) => {
      const host = `${door === 'page' ? 'localhost' : '127.0.0.1'}:${server.ui}`;
      return {
        method,
        path,
        ...(method === 'POST' ? { body: more.body ?? '{}' } : {}),
        headers: {
          Host: host,
          Cookie: server.cookie(door),
          ...(method === 'POST' ? JSON_TYPE : {}),
          ...(method === 'POST' || more.isSocket ? { Origin: `http://${host}` } : {}),
          ...(more.withPageToken ? { 'X-Tandem-Token': server.pageToken } : {}),
          ...(more.isSocket
            ? {
                Connection: 'Upgrade',
                Upgrade: 'websocket',
                'Sec-WebSocket-Version': '13',
                'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
              }
            : {}),
        },
      };
    },
  };
}

const NO_FRAMES = '{"first":0,"frames":[]}';

const giveCode: Endpoint = {
  ...person('page', 'POST', '/api/code', 200),
  request: (server) => ({
    method: 'POST',
    path: '/api/code',
    body: '{"path":"/"}',
    headers: { Host: `localhost:${server.ui}`, Authorization: `Bearer ${server.uiToken}`, ...JSON_TYPE },
  }),
};

/** Every door of the server. 404 if the rightful request is accepted and finds nothing. */
export const ENDPOINTS: Endpoint[] = [
  mcp('POST', '/mcp', 200, INITIALIZE),
  mcp('GET', '/mcp', 400),
  mcp('DELETE', '/mcp', 400),
  mcp('GET', '/sse', 200),
  mcp('POST', '/message?sessionId=none', 404, '{}'),
  debug('GET', '/state', 200),
  debug('GET', '/variables', 200),
  debug('GET', '/wait', 200),
  debug('POST', '/wait', 200),
  { ...debug('GET', '/unknown', 404), isApartOnly: true },
  person('page', 'GET', '/', 200),
  person('page', 'GET', '/assets/x.js', 404),
  person('page', 'GET', '/api/status', 200),
  giveCode,
  // Nothing is configured here, so no secret signs anybody in: accepted, and answered with 401 like a wrong one.
  person('page', 'POST', '/api/sign-in', 401, { isWayIn: true, body: '{"secret":"some-secret"}' }),
  person('page', 'POST', '/api/approve', 200, { withPageToken: true }),
  person('page', 'POST', '/api/note', 200),
  person('page', 'GET', '/ws', 101, { isSocket: true }),
  person('page', 'GET', '/unknown', 404),
  person('views', 'GET', '/1/view', 200),
  person('views', 'POST', '/1/event', 200),
  person('views', 'GET', '/1/ws', 101, { isSocket: true }),
  person('page', 'POST', '/api/events/ws', 200, { withPageToken: true }),
  person('page', 'POST', '/api/connections/unknown', 404, { withPageToken: true, body: NO_FRAMES }),
  person('views', 'POST', '/api/events/1/ws', 200),
  person('views', 'POST', '/api/connections/unknown', 404, { body: NO_FRAMES }),
];
