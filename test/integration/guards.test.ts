import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { ATTACKS } from './guards/attacks.ts';
import { ENDPOINTS, type Endpoint } from './guards/endpoints.ts';
import { type GuardedServer, secretsOf, startGuardedServer } from './guards/guarded-server.ts';
import { type RawResponse, sendRaw } from './guards/raw-request.ts';

const record = recordAttacks('Requests to every endpoint');
/** One of each kind represents the others in the table; all of them are tried. */
const RECORDED = [
  'POST /mcp on the MCP port',
  'POST /api/approve at localhost',
  'WebSocket /1/ws at 127.0.0.1',
  'POST /api/events/ws at localhost',
];

const SMALL_BODIES = 'http: { maxBodyBytes: 65536 }\n';

describe.each([
  { listeners: 'two listeners', joined: false },
  { listeners: 'one joined listener', joined: true },
])('the guard table, $listeners', ({ joined }) => {
  let server: GuardedServer;
  beforeAll(async () => {
    server = await startGuardedServer({ yaml: SMALL_BODIES, joined });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  describe.each(ENDPOINTS.filter(({ isApartOnly }) => !(joined && isApartOnly)))('$name', (endpoint) => {
    test('accepts its rightful caller', async () => {
      const response = await sendRaw(server[endpoint.port], endpoint.request(server));
      expect(response.status, response.text).toBe(endpoint.status);
    });

    test.each(ATTACKS.filter((attack) => attack.status(endpoint) !== undefined))(
      'refuses $name',
      async ({ name, headers, change, status, isWordless }) => {
        const right = endpoint.request(server);
        const wrong = { ...right, headers: { ...right.headers, ...headers?.(server, endpoint) } };
        const response = await sendRaw(server[endpoint.port], change?.(wrong, server) ?? wrong);
        expect(response.status, response.text).toBe(status(endpoint));
        if (!isWordless) {
          expect(sentenceOf(response)).toMatch(/^[A-Z"].{12,}\.$/);
          const refusal = `${response.status} ${sentenceOf(response)}`;
          if (!joined && RECORDED.includes(endpoint.name)) record(name, endpoint.name, refusal);
        }
        expectNothingGivenAway(response, endpoint);
      },
    );
  });

  test('none of this is logged as unexpected, and no secret is logged', () => {
    expect(server.logged()).not.toMatch(/unexpected/);
    for (const secret of secretsOf(server)) expect(server.logged()).not.toContain(secret);
  });

  function expectNothingGivenAway(response: RawResponse, endpoint: Endpoint): void {
    for (const secret of secretsOf(server)) expect(response.text).not.toContain(secret);
    expect(response.text).not.toContain(server.dir);
    expect(response.text).not.toMatch(/node_modules|\.ts:\d|reached/);
    expect(response.cookies).toEqual([]);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    if (endpoint.port === 'mcp')
      expect(response.headers['www-authenticate']).toBe(response.status === 401 ? 'Bearer' : undefined);
  }
});

/** Our own doors answer `{ error }`, MCP answers in JSON-RPC. */
function sentenceOf({ body }: RawResponse): string {
  const json = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as {
    error: string | { message: string };
  };
  return typeof json.error === 'string' ? json.error : json.error.message;
}
