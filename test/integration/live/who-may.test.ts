import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveCli } from '../cli/run-cli.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { connectHttp, type LiveAgent } from './live-agent.ts';
import { put } from './start-live.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const KEYS = { ann: 'key-of-ann-0001', ben: 'key-of-ben-0002', cleo: 'key-of-cleo-0003' };
const AUTH = `mcp:
  auth:
    type: api_key
    keys:
${Object.entries(KEYS)
  .map(([id, key]) => `      - { key: ${key}, user: { id: ${id} } }`)
  .join('\n')}
`;

let port: number;
let dir: string;
const agents = {} as Record<keyof typeof KEYS, LiveAgent>;

/** Ann and Ben may build, Cleo may not. */
beforeEach(async () => {
  dir = tempDir(cleanup);
  put(join(dir, 'tandem.yaml'), `${AUTH}live: { users: [ann, ben], baseDir: ui }\n`);
  put(join(dir, 'ui/apps/shop/app.lua'), 'shop = { title = "shop" }\n');
  const serving = await serveCli(dir);
  cleanup.add(() => serving.stop('SIGKILL'));
  port = serving.mcp;
  for (const [name, key] of Object.entries(KEYS))
    agents[name as keyof typeof KEYS] = await connectHttp(cleanup, port, key);
});

const BUILDING: [string, Record<string, unknown>][] = [
  ['ui_configure', { base_dir: '/tmp/x' }],
  ['ui_start', {}],
  ['ui_run', { code: 'return 1' }],
  ['ui_upload_viewdef', { type: 'T', namespace: 'DEFAULT', content: '<template></template>' }],
  ['ui_open_browser', {}],
  ['ui_install', {}],
];

describe('where users sign in with keys', () => {
  test('users not in live.users see every tool but cannot build', async () => {
    const { tools } = await agents.cleo.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(BUILDING.map(([name]) => name)));
    for (const [name, args] of BUILDING) {
      const { text, isError } = await agents.cleo.call(name, args);
      expect([name, isError]).toEqual([name, true]);
      expect(text).toBe(
        `${name} is for the local user. Add "cleo" to live.users in tandem.yaml of the served folder to allow it.`,
      );
    }
    expect((await agents.cleo.ask('ui_status')).structured).toMatchObject({ state: 'running' });
  });

  test('users in live.users build, in sessions that nobody else knows', async () => {
    const none = await agents.ann.call('ui_run', { code: 'return 1' });
    expect(none).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Live session "1" not found\./),
    });
    expect(await agents.ann.run('secret = "of ann" return mcp.sessionId', 'new')).toBe('1');
    expect(await agents.ann.run('return secret')).toBe('of ann');

    const bens = await agents.ben.call('ui_run', { code: 'return secret' });
    expect(bens).toMatchObject({ isError: true, text: none.text });
    expect(await agents.ben.run('return secret == nil', 'new')).toBe(true);
    expect(await agents.ann.run('return secret')).toBe('of ann');

    for (const [name, args] of [
      ['ui_wait', { timeout: 0 }],
      ['ui_display', { name: 'shop' }],
    ] as const)
      expect((await agents.cleo.call(name, args)).text).toMatch(/^Live session "1" not found\./);
    await expect(agents.cleo.read('ui://state')).rejects.toThrow(/Live session "1" not found/);
  });

  test('endpoints for scripts show a key the sessions of its user', async () => {
    await agents.ann.run('mcp.value = { whose = "ann" } mcp.pushState({ for_ = "ann" })', 'new');
    const get = (path: string, key: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await (await get('/state', KEYS.ann)).json()).toMatchObject({ whose: 'ann' });
    for (const path of ['/state', '/variables', '/wait?timeout=0'])
      expect((await get(path, KEYS.ben)).status, path).toBe(404);
    expect(await (await get('/wait?timeout=0', KEYS.ann)).json()).toEqual([{ for_: 'ann' }]);
  });
});
