import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GENERATION_5, installGeneration } from '../fixtures/generations/install-generation.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const APP = `lowdefy: 5.3.0
pages:
  - id: home
    type: Box
    blocks:
      - id: broken
        type: Button
        events: { onClick: [{ id: call, type: CallAPI, params: { endpointId: broken } }] }
`;
const open = { public: true };
const API = {
  greet: {
    auth: open,
    greeting: 'Hello',
    description: 'Greets somebody.',
    payloadSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Who' },
        // As builds write arrays since 4.6.
        tone: { enum: { '~arr': ['warm', 'cold'], '~k': '1a' } },
      },
      required: { '~arr': ['name'], '~k': '1b' },
      '~k': '1c',
    },
  },
  // Recorded from a request that failed in a routine of 5.3.
  broken: {
    auth: open,
    fail: {
      message: 'no such table: nothing_here at db/read.',
      _message: 'no such table: nothing_here',
      name: 'RequestError',
      isLowdefyError: true,
      location: 'db/read',
      received: { query: 'select * from nothing_here', key: 'hush' },
      stack:
        'RequestError: no such table: nothing_here at db/read.\n    at callRequestResolver (file:///x.js:1:1)',
    },
  },
  inside: { auth: open, type: 'InternalApi', greeting: 'Never' },
  staff: {
    auth: { public: false, roles: ['staff'] },
    greeting: 'Dear',
    payloadSchema: { required: ['name'] },
  },
};

const cleanup = createCleanup();
afterAll(cleanup.run);
let dir: string;
let anyone: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'lowdefy.yaml'), APP);
  installGeneration(dir, GENERATION_5, {
    metas: { Box: { category: 'container' }, Button: { category: 'display' } },
    api: Object.fromEntries(Object.entries(API).map(([id, one]) => [id, { endpointId: id, ...one }])),
  });
  anyone = await start();
});

async function start(env: Record<string, string> = {}) {
  const user: McpUser = await connect(cleanup, dir, env);
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  await user.call('navigate', { sessionId, pageId: 'home' });
  const call = async (endpointId: string, payload?: object) => {
    const actions = [{ type: 'callApi', endpointId, payload }];
    return (await user.call('interact', { sessionId, actions })).log()[0];
  };
  return { user, sessionId, call };
}

test('get_pages lists the endpoints that the user may call, with what they do and take', async () => {
  const { user, sessionId } = anyone;
  const { structured, texts } = await user.call('get_pages', { sessionId });
  expect(structured).toMatchObject({
    endpoints: [
      { endpointId: 'broken' },
      {
        endpointId: 'greet',
        description: 'Greets somebody.',
        payload: '{ name: string (Who), tone?: "warm" | "cold" }',
      },
    ],
  });
  expect((structured as { endpoints: object[] }).endpoints).toHaveLength(2);
  expect(texts[1]).toContain('Greets somebody.');
  const { structured: some } = await user.call('get_pages', { sessionId, query: 'greets' });
  expect(some).toMatchObject({ pages: [], endpoints: [{ endpointId: 'greet' }] });
  const { structured: rest } = await user.call('get_pages', { sessionId, limit: 1, cursor: '1' });
  expect(rest).toMatchObject({ pages: [], endpoints: [{ endpointId: 'broken' }], cursor: '2' });
});

test('roles decide which endpoints exist', async () => {
  const { user, sessionId, call } = await start({ TANDEM_USER: '{"id":"u","roles":["staff"]}' });
  const { structured } = await user.call('get_pages', { sessionId });
  expect(structured).toMatchObject({
    endpoints: [{ endpointId: 'broken' }, { endpointId: 'greet' }, { endpointId: 'staff' }],
  });
  expect(await call('staff', { name: 'Ann' })).toMatchObject({ success: true });
});

test.each(['nothing', 'inside', 'staff'])('%s is not an endpoint for this user', async (endpointId) => {
  const { call } = anyone;
  expect(await call(endpointId, {})).toMatchObject({
    success: false,
    error: `Endpoint "${endpointId}" not found for this user. Valid: "broken", "greet".`,
  });
});

test('the nearest name is suggested, and an invalid payload is refused with its key', async () => {
  const { call } = anyone;
  expect(await call('gret')).toMatchObject({ error: expect.stringContaining('Did you mean "greet"?') });
  expect(await call('greet', { nam: 'Ann', tone: 'loud' })).toMatchObject({
    success: false,
    error:
      'The payload of endpoint "greet" is not valid: "name": expected string, received undefined; "tone": Invalid option: expected one of "warm"|"cold". It takes { name: string (Who), tone?: "warm" | "cold" }.',
  });
  expect(await call('greet', { name: 'Ann', more: 1 })).toMatchObject({ success: true });
});

test('a failed step is reported once, with its reason and location, and without its input', async () => {
  const { user, sessionId, call } = anyone;
  const error = 'Endpoint "broken" failed at step "read" (connection "db"): no such table: nothing_here.';
  expect(await call('broken')).toEqual({
    action: 'callApi',
    success: false,
    error,
    requestResults: [{ requestId: 'broken', success: false }],
  });
  const actions = [{ type: 'triggerEvent', blockId: 'broken', event: 'onClick' }];
  const { log, texts } = await user.call('interact', { sessionId, actions });
  expect(log()[0]).toMatchObject({ success: false, error });
  expect(texts.join()).not.toMatch(/hush|callRequestResolver/);
});

test('dates in the result of an endpoint are shown as text', async () => {
  const { call } = anyone;
  const item = await call('greet', { name: 'Ann', at: '2026-01-02' });
  expect(item?.requestResults?.[0]?.response).toMatchObject({
    greeting: 'Hello Ann',
    at: '2026-01-02T00:00:00.000Z',
  });
});
