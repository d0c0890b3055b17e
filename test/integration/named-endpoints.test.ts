import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GENERATION_5, installGeneration } from '../fixtures/generations/install-generation.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const open = { public: true };
const PROPERTIES = { name: { type: 'string', description: 'Who' } };
const API = {
  greet: { auth: open, greeting: 'Hello', payloadSchema: { properties: PROPERTIES, required: ['name'] } },
  read: {
    auth: open,
    greeting: 'Read',
    description: 'Reads a lot.',
    routine: [
      { id: 'request:read:rows', type: 'KnexRaw', connectionId: 'db', properties: { query: 'select 1' } },
      { ':return': { name: { _payload: 'name' } } },
    ],
  },
  write: {
    auth: open,
    greeting: 'Wrote',
    routine: [{ id: 'request:write:w', type: 'MongoDBDeleteOne', connectionId: 'db' }],
    mcp: { toolName: 'erase', description: 'Erases.', inputSchema: { properties: PROPERTIES } },
  },
  broken: { auth: open, reject: 'It is closed today.' },
  hidden: { auth: open, greeting: 'Never', mcp: { exclude: true } },
  guarded: { auth: open, greeting: 'Never', mcp: { confirm: true } },
  off: { auth: open, greeting: 'Never', mcp: { enabled: false } },
  inside: { auth: open, type: 'InternalApi', greeting: 'Never' },
  staff: { auth: { public: false, roles: ['staff'] }, greeting: 'Dear' },
};

const cleanup = createCleanup();
afterAll(cleanup.run);
let dir: string;
let user: McpUser;
beforeAll(async () => {
  dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'lowdefy.yaml'), 'lowdefy: 5.3.0\npages:\n  - { id: home, type: Box }\n');
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { expose: all }\n');
  installGeneration(dir, GENERATION_5, {
    metas: { Box: { category: 'container' } },
    api: Object.fromEntries(Object.entries(API).map(([id, one]) => [id, { endpointId: id, ...one }])),
  });
  user = await connect(cleanup, dir);
});

async function apiTools(of: McpUser) {
  const { tools } = await of.client.listTools();
  return tools.filter(({ name }) => /^(api_|erase)/.test(name));
}

test('endpoints are tools, with what they take and whether they change something', async () => {
  const tools = await apiTools(user);
  expect(tools.map(({ name }) => name)).toEqual([
    'api_broken',
    'api_greet',
    'api_guarded',
    'api_read',
    'erase',
  ]);
  const sessionId = { type: 'string' };
  expect(tools[1]).toMatchObject({
    title: 'greet',
    inputSchema: { type: 'object', properties: { ...PROPERTIES, sessionId }, required: ['name'] },
  });
  expect(tools[3]).toMatchObject({
    description: 'Reads a lot.',
    annotations: { readOnlyHint: true },
    inputSchema: { properties: { name: {}, sessionId }, additionalProperties: false },
  });
  expect(tools[4]).toMatchObject({
    description: 'Erases.',
    annotations: { readOnlyHint: false, destructiveHint: true },
    inputSchema: { properties: { ...PROPERTIES, sessionId } },
  });
});

test('a call returns the response, without a session or in one', async () => {
  const { structured } = await user.call('api_greet', { name: 'Ann' });
  expect(structured).toEqual({ ok: true, response: { greeting: 'Hello Ann', user: null } });
  const { structured: made } = await user.call('session_create', { name: 'test' });
  const { sessionId } = made as { sessionId: string };
  expect((await user.call('erase', { name: 'Bob', sessionId })).structured).toMatchObject({
    response: { greeting: 'Wrote Bob' },
  });
});

test.each([
  ['api_greet', {}, '"name": expected string'],
  ['api_read', { nam: 'Ann' }, 'Unknown argument "nam" for api_read. Did you mean "name"? Nothing was done.'],
  ['api_broken', {}, 'It is closed today.'],
  ['api_guarded', {}, '"status":"waiting"'],
])('%s with %j fails with the reason', async (name, args, why) => {
  const { isError, texts } = await user.call(name, args);
  expect(isError).toBe(true);
  expect(texts.join().replaceAll('\\"', '"')).toContain(why);
});

test('an excluded endpoint does not exist for agents, whichever way they take', async () => {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  const actions = [{ type: 'callApi', endpointId: 'hidden' }];
  const { log } = await user.call('interact', { sessionId, actions });
  expect(log()[0]).toMatchObject({
    error: expect.stringMatching(/^Endpoint "hidden" not found for this user/),
  });
  expect((await user.call('get_pages', { sessionId })).texts.join()).not.toContain('hidden');
});

test('roles decide which endpoints are tools', async () => {
  const boss = await connect(cleanup, dir, { TANDEM_USER: '{"id":"u","roles":["staff"]}' });
  expect((await apiTools(boss)).map(({ name }) => name)).toContain('api_staff');
  expect((await boss.call('api_staff', {})).structured).toMatchObject({ ok: true });
});

test('an app that forbids agents to call endpoints has no such tools', async () => {
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { expose: all, actions: { callApi: false } }\n');
  expect(await apiTools(await connect(cleanup, dir))).toEqual([]);
});
