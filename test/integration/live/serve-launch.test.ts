import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { serveCli } from '../cli/run-cli.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { connectHttp, connectStdio, type LiveAgent } from './live-agent.ts';
import { put, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const APP = 'shop = { title = "open" }\n';

async function serve(dir: string): Promise<LiveAgent> {
  const serving = await serveCli(dir);
  cleanup.add(() => serving.stop('SIGKILL'));
  return connectHttp(cleanup, serving.mcp, serving.file('mcp-key'));
}

async function status(agent: LiveAgent): Promise<Record<string, unknown>> {
  return (await agent.ask('ui_status')).structured as Record<string, unknown>;
}

describe('serve configures and starts at launch', () => {
  test('in .ui by default', async () => {
    const dir = tempDir(cleanup);
    const agent = await serve(dir);
    expect(await status(agent)).toMatchObject({ state: 'running', base_dir: join(dir, '.ui') });
    for (const file of ['ui-port', 'mcp-port', 'ui-token'])
      expect(existsSync(join(dir, '.ui', file))).toBe(true);
    expect(await agent.run('return 1')).toBe(1);
    expect((await agent.call('ui_start')).text).toBe('Server already running');
  });

  test('in the served folder itself if it has apps/', async () => {
    const dir = tempDir(cleanup);
    put(join(dir, 'apps/shop/app.lua'), APP);
    const agent = await serve(dir);
    expect(await status(agent)).toMatchObject({ state: 'running', base_dir: dir });
    await agent.ask('ui_display', { name: 'shop' });
    expect(JSON.parse(await agent.read('ui://state'))).toMatchObject({ title: 'open' });
  });

  test('in the first project of a served folder that has apps/', async () => {
    const dir = tempDir(cleanup);
    put(join(dir, 'a/readme.md'), '');
    put(join(dir, 'b/apps/shop/app.lua'), APP);
    put(join(dir, 'c/apps/shop/app.lua'), APP);
    expect(await status(await serve(dir))).toMatchObject({ base_dir: join(dir, 'b') });
  });

  test('in live.baseDir', async () => {
    const dir = tempDir(cleanup);
    put(join(dir, 'apps/shop/app.lua'), APP);
    put(join(dir, 'tandem.yaml'), 'live: { baseDir: elsewhere }\n');
    expect(await status(await serve(dir))).toMatchObject({ base_dir: join(dir, 'elsewhere') });
  });

  test('and serves everything else if the folder is unsuitable', async () => {
    const dir = tempDir(cleanup);
    put(join(dir, '.ui'), 'a file');
    const agent = await serve(dir);
    expect(await status(agent)).toEqual({ state: 'unconfigured' });
  });
});

describe('with live.autostart over stdio', () => {
  const yaml = 'live: { autostart: true, baseDir: ui }\n';

  test('the first call that needs a server starts it', async () => {
    const live = await startLive(cleanup, 'stdio', { yaml, files: { 'apps/shop/app.lua': APP } });
    expect((await live.agent.ask('ui_status')).structured).toEqual({ state: 'unconfigured' });
    expect(existsSync(join(live.base, 'ui-port'))).toBe(false);
    const shown = await live.agent.ask('ui_display', { name: 'shop' });
    expect(shown.text).toContain(`http://127.0.0.1:${live.file('ui-port')}/1`);
    expect((await live.agent.call('ui_start')).text).toBe('Server already running');
  });

  test('many simultaneous first calls start it once', async () => {
    const live = await startLive(cleanup, 'stdio', { yaml });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => live.agent.run('n = (n or 0) + 1 return n')),
    );
    expect(answers.map(Number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a resource starts it too, and documents do not', async () => {
    const live = await startLive(cleanup, 'stdio', { yaml });
    await live.agent.read('ui://mcp');
    expect(existsSync(live.base)).toBe(false);
    expect(JSON.parse(await live.agent.read('ui://state'))).toBe(null);
    expect((await live.agent.ask('ui_status')).structured).toMatchObject({ state: 'running' });
  });
});

describe('a second server for the same folder', () => {
  test('is told who serves it and where; if that one was killed, it takes over', async () => {
    const first = await startLive(cleanup, 'stdio');
    const url = await first.start();
    const second = await connectStdio(cleanup, tempDir(cleanup));
    const words = `Another server (pid ${first.agent.pid}) serves this folder at ${url}.`;
    expect(await second.call('ui_configure', { base_dir: first.base })).toMatchObject({
      text: words,
      isError: true,
    });
    expect((await second.ask('ui_status')).structured).toEqual({ state: 'unconfigured' });
    // The first one has lost nothing.
    expect(await first.agent.run('return 1')).toBe(1);

    const gone = new Promise((resolve) => {
      first.agent.client.onclose = () => resolve(undefined);
    });
    process.kill(first.agent.pid, 'SIGKILL');
    await gone;
    await second.ask('ui_configure', { base_dir: first.base });
    await second.ask('ui_start');
    expect(await second.run('return 2')).toBe(2);
  });

  test('may have it when the first one moved to another folder, or ended', async () => {
    const first = await startLive(cleanup, 'stdio');
    await first.start();
    await first.agent.ask('ui_configure', { base_dir: join(first.dir, 'other') });
    const second = await connectStdio(cleanup, tempDir(cleanup));
    await second.ask('ui_configure', { base_dir: first.base });
    await second.ask('ui_start');
    expect((await first.agent.call('ui_configure', { base_dir: first.base })).text).toMatch(
      /^Another server/,
    );
    await second.client.close();
    await first.configure();
    await first.agent.ask('ui_start');
  });

  test('that was configured before the first one started is told at its own start', async () => {
    const first = await startLive(cleanup, 'stdio');
    await first.configure();
    const second = await connectStdio(cleanup, tempDir(cleanup));
    await second.ask('ui_configure', { base_dir: first.base });
    const url = (await second.ask('ui_start')).text;
    expect((await first.agent.call('ui_start')).text).toBe(
      `Another server (pid ${second.pid}) serves this folder at ${url}.`,
    );
  });
});
