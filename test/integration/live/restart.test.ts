import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { serveCli } from '../cli/run-cli.ts';
import { createCleanup, eventually, tempDir } from '../harness.ts';
import { savedIn } from './history.ts';
import { connectHttp } from './live-agent.ts';
import { type Live, put, startLive } from './start-live.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const APP = `Shop = session:prototype("Shop", { title = "from the file" })
function Shop:order() mcp.pushState({ event = "ordered", title = self.title }) end
shop = shop or Shop:new()
`;
const FILES = { 'apps/shop/app.lua': APP };
const UPLOAD = { type: 'Shop', namespace: 'DEFAULT', content: '<template><b>uploaded</b></template>' };

/** What is on disk of the only live session. */
const saved = (dir: string) => savedIn(dir)[0];

async function gone(live: Live, signal: NodeJS.Signals): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    live.agent.client.onclose = () => resolve();
  });
  process.kill(live.agent.pid, signal);
  await closed;
}

async function again(dir: string): Promise<{ live: Live; note: string }> {
  const live = await startLive(cleanup, 'stdio', { dir });
  await live.configure();
  return { live, note: (await live.agent.ask('ui_start')).note };
}

describe('a restarted process', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'after %s has session "1" with its app, uploaded views and queued events, and says so',
    async (signal) => {
      const first = await startLive(cleanup, 'stdio', { files: FILES });
      await first.start();
      await first.agent.ask('ui_display', { name: 'shop' });
      await first.agent.ask('ui_upload_viewdef', UPLOAD);
      // By a timer, so that only the event requires a save.
      await first.agent.run('shop.title = "in memory" session:setTimeout(function() shop:order() end, 300)');
      await eventually('the event', async () => (await first.agent.read('ui://state')).includes('_events'));
      // Events are written soon afterwards, not before the result; a killed process may lose the latest.
      if (signal === 'SIGKILL')
        await eventually('the event on disk', () => saved(first.dir)?.data.events.length);
      await gone(first, signal);

      const { live, note } = await again(first.dir);
      expect(note).toContain('The app "shop" was reloaded');
      expect(note).toContain('lost');
      expect(await live.agent.run('return { mcp.value == shop, shop.title }')).toEqual([
        true,
        'from the file',
      ]);
      const page = await live.page();
      expect(String(page.properties.get(1)?.viewdefs)).toContain('<b>uploaded</b>');
      expect((await live.agent.ask('ui_wait', { timeout: 0 })).structured).toEqual({
        events: [{ event: 'ordered', title: 'in memory' }],
      });
    },
  );

  test('keeps its ports, so that open pages find it again', async () => {
    const first = await startLive(cleanup, 'stdio', { files: FILES });
    const url = await first.start();
    await gone(first, 'SIGTERM');
    const { live } = await again(first.dir);
    expect(`http://127.0.0.1:${live.file('ui-port')}`).toBe(url);
  });

  test('says what no longer loads in the app, and works', async () => {
    const first = await startLive(cleanup, 'stdio', { files: FILES });
    await first.start();
    await first.agent.ask('ui_display', { name: 'shop' });
    await gone(first, 'SIGTERM');
    first.write('apps/shop/app.lua', 'shop = = 1\n');
    const { live, note } = await again(first.dir);
    expect(note).toContain('could not be displayed again');
    expect(note).toContain('apps/shop/app.lua:1');
    expect(await live.agent.run('return 1')).toBe(1);
  });

  test('has other sessions too, under their numbers', async () => {
    const first = await startLive(cleanup, 'stdio', { files: FILES });
    await first.start();
    const second = await first.agent.ask('ui_display', { name: 'shop', sessionId: 'new' });
    expect(second.text).toMatch(/\/2$/);
    await gone(first, 'SIGTERM');
    const { live } = await again(first.dir);
    expect(await live.agent.run('return mcp.value == shop and shop ~= nil', '2')).toBe(true);
    expect(await live.agent.run('return mcp.value == nil', '1')).toBe(true);
    const made = await live.agent.ask('ui_run', { code: 'return mcp.sessionId', sessionId: 'new' });
    expect([made.text, made.note]).toEqual(['"3"', 'This is session "3".']);
  });

  test('that is served resumes session "1" at the first call', async () => {
    const dir = tempDir(cleanup);
    put(join(dir, 'apps/shop/app.lua'), APP);
    const serve = async () => {
      const serving = await serveCli(dir);
      cleanup.add(() => serving.stop('SIGKILL'));
      return { serving, agent: await connectHttp(cleanup, serving.mcp, serving.file('mcp-key')) };
    };
    const first = await serve();
    await first.agent.ask('ui_display', { name: 'shop' });
    await first.agent.run('shop:order()');
    await first.serving.stop();

    const { agent } = await serve();
    const answer = await agent.ask('ui_wait', { timeout: 0 });
    expect(answer.structured).toEqual({ events: [{ event: 'ordered', title: 'from the file' }] });
    expect(answer.note).toContain('The app "shop" was reloaded');
  });
});

test('configuring again discards the session', async () => {
  const first = await startLive(cleanup, 'stdio', { files: FILES });
  await first.start();
  await first.agent.ask('ui_display', { name: 'shop' });
  await first.configure();
  expect(saved(first.dir)?.status).toBe('closed');
  await gone(first, 'SIGTERM');
  const { note, live } = await again(first.dir);
  expect(note).toBe('');
  expect(await live.agent.run('return mcp.value == nil')).toBe(true);
});
