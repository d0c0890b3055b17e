import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually } from '../harness.ts';
import { listeningOf } from '../stdio-process.ts';
import type { LiveAgent } from './live-agent.ts';
import { type Live, startLive, VIAS } from './start-live.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

/** Every tool, with valid arguments, and whether it needs a folder or a running server. */
const CALLS: [name: string, args: Record<string, unknown>, needs: 'folder' | 'server'][] = [
  ['ui_run', { code: 'return 1' }, 'server'],
  ['ui_upload_viewdef', { type: 'T', namespace: 'DEFAULT', content: '<template></template>' }, 'server'],
  ['ui_display', { name: 'contacts' }, 'server'],
  ['ui_open_browser', {}, 'server'],
  ['ui_wait', { timeout: 0 }, 'server'],
  ['ui_audit', { app: 'contacts' }, 'folder'],
  ['ui_install', {}, 'folder'],
];
const TOOLS = ['ui_configure', 'ui_start', 'ui_status', ...CALLS.map(([name]) => name)].sort();
const APP = { 'apps/contacts/app.lua': 'contacts = {}\n' };

async function names(agent: LiveAgent): Promise<string[]> {
  const { tools } = await agent.client.listTools();
  return tools.map(({ name }) => name).sort();
}

async function stateOf({ agent }: Live): Promise<unknown> {
  return (await agent.ask('ui_status')).structured;
}

describe.each(VIAS)('over %s', (via) => {
  test('every tool reports what is missing in the fixed words, and none ever disappears', async () => {
    const live = await startLive(cleanup, via, { files: APP });
    const { agent } = live;

    expect(await stateOf(live)).toEqual({ state: 'unconfigured' });
    expect(await names(agent)).toEqual(TOOLS);
    for (const [name, args] of [...CALLS, ['ui_start', {}] as const]) {
      const { text, note, isError } = await agent.call(name, args);
      expect([name, text, isError]).toEqual([name, 'Server not configured', true]);
      expect(note).toContain('ui_configure');
    }

    await live.configure();
    expect(await stateOf(live)).toEqual({ state: 'configured', base_dir: live.base });
    expect(await names(agent)).toEqual(TOOLS);
    for (const [name, args] of CALLS.filter(([, , needs]) => needs === 'server')) {
      const { text, note, isError } = await agent.call(name, args);
      expect([name, text, isError]).toEqual([name, 'Server not started', true]);
      expect(note).toContain('ui_start');
    }
    for (const [name, args] of CALLS.filter(([, , needs]) => needs === 'folder')) await agent.ask(name, args);

    const { text: url } = await agent.ask('ui_start');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await stateOf(live)).toEqual({ state: 'running', base_dir: live.base, url, sessions: 0 });
    expect(await names(agent)).toEqual(TOOLS);
    for (const [name, args] of CALLS) await agent.ask(name, args);
    const again = await agent.call('ui_start');
    expect([again.text, again.isError]).toEqual(['Server already running', true]);
    expect(again.note).toContain(url);
    // Still the same server.
    expect(await stateOf(live)).toMatchObject({ state: 'running', url });
  });

  test('configuring again ends the session, wakes all waiters, and starts over', async () => {
    const live = await startLive(cleanup, via, { files: APP });
    await live.start();
    await live.agent.run('kept = 1');
    const polled = () => eventually('somebody to wait', () => live.agent.run('return mcp.pollingEvents()'));

    const waiting = live.get('/wait?timeout=60');
    await polled();
    await live.configure();
    const response = await waiting;
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([{ event: 'server_reconfigured' }]);

    await live.agent.ask('ui_start');
    const asking = live.agent.ask('ui_wait', { timeout: 60 });
    await polled();
    await live.configure();
    expect((await asking).structured).toEqual({ events: [{ event: 'server_reconfigured' }] });
    expect(await stateOf(live)).toEqual({ state: 'configured', base_dir: live.base });
    expect((await live.agent.call('ui_run', { code: 'return 1' })).text).toBe('Server not started');

    const started = await live.agent.ask('ui_start');
    expect(started.note).toBe('');
    expect(await live.agent.run('return kept == nil')).toBe(true);
  });

  test('starting writes ports and token for scripts, readable by their owner only', async () => {
    const live = await startLive(cleanup, via);
    const url = await live.start();
    expect(url).toBe(`http://127.0.0.1:${live.file('ui-port')}`);
    expect(Number(live.file('mcp-port'))).not.toBe(Number(live.file('ui-port')));
    for (const name of ['ui-port', 'mcp-port', 'ui-token'])
      expect(statSync(join(live.base, name)).mode & 0o777, name).toBe(0o600);
    expect((await live.get('/state')).status).toBe(200);
    expect(live.file('.gitignore').split('\n')).toEqual(
      expect.arrayContaining(['ui-token', 'ui-port', 'mcp-port', 'log/', '.tandem/']),
    );
  });

  test('of two simultaneous starts, one starts and the other is told', async () => {
    const live = await startLive(cleanup, via);
    await live.configure();
    const answers = await Promise.all([live.agent.call('ui_start'), live.agent.call('ui_start')]);
    expect(answers.map(({ isError }) => isError).sort()).toEqual([false, true]);
    expect(answers.find(({ isError }) => isError)?.text).toBe('Server already running');
    expect(await live.agent.run('return 1 + 1')).toBe(2);
  });

  test('configuring while Lua is running ends that call, not the server', async () => {
    const live = await startLive(cleanup, via);
    await live.start();
    const running = live.agent.call('ui_run', { code: 'while true do end' });
    await live.configure();
    expect(await running).toMatchObject({ isError: true, text: expect.stringMatching(/session .*closed/) });
    await live.agent.ask('ui_start');
    expect(await live.agent.run('return 1')).toBe(1);
  });
});

test.runIf(process.platform === 'linux')('over stdio nothing is bound before ui_start', async () => {
  const live = await startLive(cleanup, 'stdio', { files: APP });
  const { agent } = live;
  await agent.client.listResources();
  await agent.read('ui://mcp');
  await agent.ask('ui_status');
  await live.configure();
  await agent.ask('ui_install');
  await agent.ask('ui_audit', { app: 'contacts' });
  expect(listeningOf(agent.pid)).toEqual([]);
  await agent.ask('ui_start');
  expect(listeningOf(agent.pid).sort()).toEqual(
    [`127.0.0.1:${live.file('ui-port')}`, `127.0.0.1:${live.file('mcp-port')}`].sort(),
  );
});
