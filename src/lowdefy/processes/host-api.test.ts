import { expect, test } from 'vitest';
import { TandemError } from '../../errors.ts';
import type { LowdefyHost } from '../lowdefy-host.ts';
import { createHostApi } from './host-api.ts';
import type { ApiMethod, ProcessReply } from './process-protocol.ts';

const user = { id: 'ada' };
const env = { LOWDEFY_SECRET_DB: 'postgres-password' };

interface Asked {
  replies: ProcessReply[];
  close(): void;
}

/** Everything that the page receives, when the response is complete. */
function ask(host: LowdefyHost, question: ApiMethod, call: object): Promise<Asked> {
  const replies: ProcessReply[] = [];
  return new Promise((resolve) => {
    const api = createHostApi({
      host,
      app: 'shop',
      env,
      maxResponseMb: 1,
      send(reply) {
        replies.push(reply);
        if (!['begin', 'piece'].includes(reply.kind)) resolve({ replies, close: api.close });
      },
    });
    api.ask({ kind: 'ask', id: 7, question, user, call: JSON.stringify(call) });
  });
}

const LIST = { pageId: 'orders', requestId: 'list', blockId: 'b', payload: { since: { '~d': 1 } }, other: 1 };

test('a request reaches the host with its user, and dates and large numbers survive the way back', async () => {
  const seen: unknown[] = [];
  const { replies } = await ask(
    {
      async callRequest(call, caller) {
        seen.push(call, caller.app, caller.user);
        return { id: 'x', response: [{ at: new Date(5), big: 2n ** 60n, old: { '~d': 3 } }] };
      },
    },
    'callRequest',
    LIST,
  );
  const { other: _, ...passed } = LIST;
  expect(seen).toEqual([passed, 'shop', user]);
  const text = '{"id":"x","response":[{"at":{"~d":5},"big":"1152921504606846976","old":{"~d":3}}]}';
  expect(replies).toEqual([{ kind: 'answer', id: 7, text }]);
});

const refusals: [string, LowdefyHost, ApiMethod, object, string, string][] = [
  [
    'an error',
    { callRequest: async () => Promise.reject(new Error('no route to postgres-password')) },
    'callRequest',
    LIST,
    'unavailable',
    'Request "list" on page "orders" failed: no route to [secret].',
  ],
  [
    'an error that is thrown at once',
    {
      callRequest() {
        throw new Error('broken');
      },
    },
    'callRequest',
    LIST,
    'unavailable',
    'Request "list" on page "orders" failed: broken.',
  ],
  [
    'a refusal of the host',
    { callRequest: async () => Promise.reject(new TandemError('forbidden', 'Not on Sundays.')) },
    'callRequest',
    LIST,
    'forbidden',
    'Not on Sundays.',
  ],
  [
    'a response that is too big',
    { callRequest: async () => ({ response: 'x'.repeat(2_000_000) }) },
    'callRequest',
    LIST,
    'limit_reached',
    'Request "list" on page "orders" failed: its response has about 2 MB, and mcp.limits.maxResponseMb is 1. Request fewer rows or columns, or raise the limit.',
  ],
  [
    'rows instead of { response }',
    { callRequest: async () => [] as object },
    'callRequest',
    LIST,
    'invalid_config',
    'lowdefy.callRequest of createTandem must return { response }, and returned an array.',
  ],
  [
    'an id that is no text',
    { callRequest: async () => ({}) },
    'callRequest',
    { pageId: { $ne: 1 }, requestId: 'list' },
    'invalid_input',
    'pageId of a request must be a text.',
  ],
  [
    'an endpoint where the host has none',
    { callRequest: async () => ({}) },
    'callEndpoint',
    { endpointId: 'send' },
    'invalid_config',
    'lowdefy.callEndpoint of createTandem is missing, and this server makes the requests of the app.',
  ],
  [
    'a failing endpoint',
    { callEndpoint: async () => Promise.reject(new Error('postgres-password')) },
    'callEndpoint',
    { endpointId: 'send' },
    'unavailable',
    'Endpoint "send" failed: [secret].',
  ],
  [
    'a reply that is none',
    { callAgent: async () => ({ response: 'hello' as unknown as Response }) },
    'callAgent',
    { agentId: 'helper', pageId: 'chat' },
    'invalid_config',
    'lowdefy.callAgent of createTandem must return { response }, with a Response in it.',
  ],
];

test.each(refusals)('%s becomes a sentence', async (_name, host, question, call, code, message) => {
  expect((await ask(host, question, call)).replies).toEqual([
    { kind: 'refusal', id: 7, error: { code, message } },
  ]);
});

test('an endpoint that reports a failure shows neither its stack nor secrets', async () => {
  const error = { '~e': { message: 'postgres-password is wrong', stack: 'at x', received: { a: 1 } } };
  const { replies } = await ask(
    { callEndpoint: async () => ({ success: false, status: 'error', error }) },
    'callEndpoint',
    { endpointId: 'send' },
  );
  expect(replies).toEqual([
    {
      kind: 'answer',
      id: 7,
      text: '{"success":false,"status":"error","error":{"~e":{"name":"Error","message":"[secret] is wrong"}}}',
    },
  ]);
});

test('the reply of an agent arrives in pieces', async () => {
  const host: LowdefyHost = {
    callAgent: async ({ agentId }) => ({ response: new Response(`data: ${agentId}\n`) }),
  };
  const { replies } = await ask(host, 'callAgent', { agentId: 'helper', pageId: 'chat', messages: [] });
  expect(replies).toEqual([
    { kind: 'begin', id: 7 },
    { kind: 'piece', id: 7, text: 'data: helper\n' },
    { kind: 'end', id: 7 },
  ]);
});

test('when the page is gone, the host is notified and the page receives nothing more', async () => {
  const replies: ProcessReply[] = [];
  const aborted = new Promise<AbortSignal>((resolve) => {
    const host: LowdefyHost = {
      callRequest: (_call, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('aborted'));
            resolve(signal);
          });
        }),
    };
    const options = { host, app: 'shop', env, maxResponseMb: 1 };
    const api = createHostApi({ ...options, send: (reply) => void replies.push(reply) });
    api.ask({ kind: 'ask', id: 7, question: 'callRequest', user, call: JSON.stringify(LIST) });
    // The host is called before this returns.
    setImmediate(api.close);
  });
  expect((await aborted).aborted).toBe(true);
  expect(replies).toEqual([]);
});
