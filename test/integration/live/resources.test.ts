import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCleanup, tempDir } from '../harness.ts';
import { type Live, put, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const APP = 'shop = { title = "shop", items = { { name = "Ada" } }, _private = 1 }\nshop.self = nil\n';
let live: Live;
beforeAll(async () => {
  live = await startLive(cleanup, 'stdio', { files: { 'apps/shop/app.lua': APP } });
});

describe('before anything is configured', () => {
  test('the documents can be read, the state cannot', async () => {
    const { resources } = await live.agent.client.listResources();
    expect(resources.map(({ uri }) => uri).sort()).toEqual(
      ['lua', 'mcp', 'reference', 'state', 'variables', 'viewdefs'].map((name) => `ui://${name}`),
    );
    const { resourceTemplates } = await live.agent.client.listResourceTemplates();
    expect(resourceTemplates).toEqual([expect.objectContaining({ uriTemplate: 'ui://{+path}' })]);
    expect(await live.agent.read('ui://reference')).toMatch(/^# Live UI/);
    for (const name of ['viewdefs', 'lua', 'mcp'])
      expect(await live.agent.read(`ui://${name}`)).toMatch(/^# /);
    expect(await live.agent.read('ui://patterns/form.md')).toContain('```lua');
    for (const uri of ['ui://state', 'ui://variables'])
      await expect(live.agent.read(uri)).rejects.toThrow('Server not configured');
  });
});

describe('of a running server', () => {
  beforeEach(async () => {
    await live.start();
    await live.agent.ask('ui_display', { name: 'shop' });
  });

  test('ui://state is the shown app, with the queued events', async () => {
    const state = { title: 'shop', items: [{ name: 'Ada' }] };
    expect(JSON.parse(await live.agent.read('ui://state'))).toEqual(state);
    await live.agent.run('mcp.pushState({ event = "a" })');
    const withEvents = { ...state, _events: [{ event: 'a' }] };
    expect(JSON.parse(await live.agent.read('ui://state'))).toEqual(withEvents);
    expect(JSON.parse(await live.agent.read('ui://state'))).toEqual(withEvents);
    await live.agent.run('mcp.value = nil');
    expect(JSON.parse(await live.agent.read('ui://state'))).toEqual({ _events: [{ event: 'a' }] });
    await live.agent.run('mcp.value = { 1, 2 }');
    expect(JSON.parse(await live.agent.read('ui://state'))).toEqual({
      value: [1, 2],
      _events: [{ event: 'a' }],
    });
  });

  test('ui://state of objects that contain each other is finite', async () => {
    await live.agent.run('local a, b = { n = 1 }, { n = 2 } a.b = b b.a = a mcp.value = a');
    expect(JSON.parse(await live.agent.read('ui://state'))).toMatchObject({ n: 1, b: { n: 2 } });
  });

  test('ui://variables lists what pages track, parents first', async () => {
    const page = await live.page();
    const name = await page.create(1, 'value.items.0.name');
    await page.until('the name', () => page.values.get(name) === 'Ada');
    const variables = JSON.parse(await live.agent.read('ui://variables')) as Record<string, unknown>[];
    expect(variables[0]).toMatchObject({ id: 1, parentId: 0, type: 'MCP' });
    expect(variables[1]).toMatchObject({
      parentId: 1,
      path: 'value.items.0.name',
      value: 'Ada',
      childIds: [],
    });
    for (const key of ['id', 'parentId', 'type', 'path', 'value', 'properties', 'childIds'])
      expect(variables[1]).toHaveProperty(key);
  });
});

test('a subscriber is notified of a change, and of many changes by few notifications', async () => {
  const served = await startLive(cleanup, 'http', { launched: true });
  const secret = (name: string) => readFileSync(join(served.dir, '.tandem', name), 'utf8').trim();
  const url = new URL(`http://127.0.0.1:${secret('mcp-port')}/mcp`);
  const requestInit = { headers: { Authorization: `Bearer ${secret('mcp-key')}` } };
  const client = new Client({ name: 'sub', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  const heard: string[] = [];
  let wake = () => {};
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    heard.push(params.uri);
    wake();
  });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  cleanup.add(() => client.close());
  const notice = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  await client.subscribeResource({ uri: 'ui://state' });
  const first = notice();
  await served.agent.run('mcp.value = { title = "first" }');
  await first;
  heard.length = 0;
  await Promise.all(Array.from({ length: 200 }, (_, i) => served.agent.run(`mcp.value.title = "${i}"`)));
  const last = notice();
  await served.agent.run('mcp.value.title = "last"');
  await last;
  expect(new Set(heard)).toEqual(new Set(['ui://state']));
  expect(heard.length).toBeLessThan(150);
});

describe('files in resources/', () => {
  beforeAll(async () => {
    await live.start();
    const outside = tempDir(cleanup);
    put(join(outside, 'secret.md'), 'secret');
    put(join(live.base, 'outside.md'), 'beside, not below');
    put(join(live.base, 'resources/notes.md'), '# our notes');
    put(join(live.base, 'resources/deep/data.json'), '{"a":1}');
    put(join(live.base, 'resources/mcp.md'), '# own');
    put(join(live.base, 'resources/large.txt'), 'x'.repeat(1024 * 1024 + 1));
    put(join(live.base, 'resources/a b ü.md'), 'spaces');
    writeFileSync(join(live.base, 'resources/picture.png'), Buffer.from([137, 80, 78, 71, 0, 255]));
    mkdirSync(join(live.base, 'resources/folder.md'), { recursive: true });
    symlinkSync(join(outside, 'secret.md'), join(live.base, 'resources/link.md'));
    symlinkSync(outside, join(live.base, 'resources/linked'));
  });

  test('can be read, with their type', async () => {
    expect(await live.agent.read('ui://notes.md')).toBe('# our notes');
    const { contents } = await live.agent.client.readResource({ uri: 'ui://deep/data.json' });
    expect(contents).toEqual([{ uri: 'ui://deep/data.json', mimeType: 'application/json', text: '{"a":1}' }]);
    const picture = await live.agent.client.readResource({ uri: 'ui://picture.png' });
    expect(picture.contents).toEqual([
      { uri: 'ui://picture.png', mimeType: 'application/octet-stream', blob: 'iVBORwD/' },
    ]);
    // The folder's own file takes precedence over the one we ship.
    expect(await live.agent.read('ui://mcp.md')).toBe('# own');
    expect(await live.agent.read('ui://patterns/list.md')).toContain('```lua');
  });

  test('whose name needs percent-encoding can be read', async () => {
    expect(await live.agent.read('ui://a%20b%20%C3%BC.md')).toBe('spaces');
  });

  test.each([
    'ui://nothing.md',
    'ui://../outside.md',
    'ui://deep/../../outside.md',
    'ui://..%2foutside.md',
    'ui://%2e%2e/outside.md',
    'ui:///etc/passwd',
    'ui://..%5coutside.md',
    'ui://link.md',
    'ui://linked/secret.md',
    'ui://notes.md%00',
    'ui://folder.md',
    'ui://deep',
    'ui://.',
    'ui://%',
    'ui://%zz',
  ])('%s is not there', async (uri) => {
    await expect(live.agent.read(uri)).rejects.toThrow(/not found/i);
  });

  test('that are too large are refused', async () => {
    await expect(live.agent.read('ui://large.txt')).rejects.toThrow('1048577 bytes');
  });

  test('their names are completed', async () => {
    const { completion } = await live.agent.client.complete({
      ref: { type: 'ref/resource', uri: 'ui://{+path}' },
      argument: { name: 'path', value: 'patterns/' },
    });
    expect(completion.values).toContain('patterns/form.md');
  });
});
