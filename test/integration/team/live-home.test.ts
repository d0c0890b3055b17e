import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPageAccess } from '../../../src/auth/page-access.ts';
import { cookieName } from '../../../src/auth/page-cookie.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../../contract/postgres-server.ts';
import type { Serving } from '../cli/run-cli.ts';
import { createCleanup, eventually } from '../harness.ts';
import { openWatchingPage, type SocketPage } from '../live/socket-page.ts';
import { type Cluster, startCluster } from './cluster.ts';

const cleanup = createCleanup();
let postgres: PostgresServer;
let cluster: Cluster;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach((test) => {
  if (!hasPostgres) test.skip('there is no PostgreSQL for this machine');
});

async function start(size: number): Promise<void> {
  cluster = await startCluster(cleanup, {
    store: { type: 'postgres', url: await postgres.emptyUrl() },
    size,
    files: { 'ui/apps/shop/app.lua': APP },
    config: { areas: ['live'], live: { baseDir: 'ui', autostart: true } },
  });
}

const APP = `Shop = session:prototype("Shop", { title = "from the file" })
shop = shop or Shop:new()
`;
const UPLOAD = { type: 'Shop', namespace: 'DEFAULT', content: '<template><b>uploaded</b></template>' };

interface Agent {
  ask(name: string, args?: Record<string, unknown>): Promise<string>;
  client: Client;
}

/** An agent whose every request may reach another instance, or always this one. */
async function agent(mode: 'auto' | 'legacy', at?: Serving): Promise<Agent> {
  const key = cluster.secret('mcp-key');
  const origin = at ? `http://127.0.0.1:${at.mcp}` : cluster.url;
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${key}`, Connection: 'close' } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }));
  cleanup.add(() => client.close());
  return {
    client,
    async ask(name, args = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      if (isError) throw new Error(`${name}: ${text}`);
      return text;
    },
  };
}

function cookie(): string {
  const access = createPageAccess({ secret: () => cluster.secret('ui-token') });
  const value = access.sealCookie({ audience: 'views', subject: { t: 'local' } }, 600);
  return `${cookieName('views', Number(new URL(cluster.views).port))}=${value}`;
}

/** A page whose connection goes to this instance. */
function pageAt(instance: Serving): Promise<SocketPage> {
  cluster.prefer(instance);
  return openWatchingPage(cleanup, { url: cluster.views, cookie: cookie() });
}

/** Which process has the Lua: it has written its ports into the folder. */
function home(): Serving {
  const port = Number(readFileSync(join(cluster.dir, 'ui/ui-port'), 'utf8'));
  const found = cluster.instances.find(({ ui }) => ui === port);
  if (!found) throw new Error(`no instance has port ${port}`);
  return found;
}

function others(): Serving[] {
  return cluster.instances.filter((instance) => instance !== home());
}

const count = { code: 'count = (count or 0) + 1 return count' };

describe('three instances', () => {
  beforeAll(async () => {
    if (hasPostgres) await start(3);
  });
  afterAll(() => cleanup.run());

  test('every instance serves the same live UI to agents of both eras', async () => {
    const counts: unknown[] = [];
    for (const instance of cluster.instances)
      for (const mode of ['auto', 'legacy'] as const) {
        const { ask } = await agent(mode, instance);
        counts.push(JSON.parse(await ask('ui_run', count)));
      }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('resources, waiting and its cancellation work through another instance', async () => {
    const [other = home()] = others();
    const [modern, legacy] = [await agent('auto', other), await agent('legacy', other)];
    await modern.ask('ui_display', { name: 'shop' });
    for (const { client } of [modern, legacy]) {
      const { contents } = await client.readResource({ uri: 'ui://state' });
      expect(JSON.stringify(contents)).toContain('from the file');
      // Whoever gives up takes nothing away.
      const cancel = new AbortController();
      const waiting = client.callTool(
        { name: 'ui_wait', arguments: { timeout: 100 } },
        { signal: cancel.signal },
      );
      const isPolled = async (expected: boolean) =>
        (await modern.ask('ui_run', { code: 'return mcp:pollingEvents()' })) === String(expected);
      await eventually('the wait to begin', () => isPolled(true));
      cancel.abort();
      await expect(waiting).rejects.toThrow();
      await eventually('the wait to end', () => isPolled(false));
    }
    const waiting = legacy.ask('ui_wait', { timeout: 100 });
    await modern.ask('ui_run', { code: 'mcp.pushState({ event = "ordered" })' });
    expect(await waiting).toContain('ordered');
  });

  test('a page at another instance shows what happens at the home', async () => {
    const [other = home()] = others();
    const { ask } = await agent('auto', home());
    await ask('ui_display', { name: 'shop' });
    const page = await pageAt(other);
    await ask('ui_upload_viewdef', UPLOAD);
    await page.until('the view', () => page.frames.some((frame) => frame.includes('uploaded')));
    const document = await fetch(`${cluster.views}/1/`, {
      headers: { Cookie: cookie(), Connection: 'close', Accept: 'text/html' },
    });
    expect(document.status).toBe(200);
    expect(await document.text()).toContain('<html');
  });

  test('over server-sent events a page may post its frames to any instance', async () => {
    const [other = home(), third = home()] = others();
    const headers = {
      Cookie: cookie(),
      Origin: cluster.views,
      Connection: 'close',
      'Content-Type': 'application/json',
    };
    const post = (path: string, body: unknown) =>
      fetch(`${cluster.views}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    cluster.prefer(other);
    const stream = await post('/api/events/ws/1', {});
    expect(stream.status).toBe(200);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    cleanup.add(() => reader?.cancel());
    let heard = '';
    const until = async (text: string) => {
      while (!heard.includes(text)) heard += (await reader?.read())?.value ?? '';
    };
    await until('"id"');
    const [, id = ''] = /"id":"([^"]+)"/.exec(heard) ?? [];
    cluster.prefer(third);
    const frames = [JSON.stringify({ userEvent: false, messages: [{ type: 'watch', data: { varId: 1 } }] })];
    expect((await post(`/api/connections/${id}`, { first: 0, frames })).status).toBe(204);
    await until('"varId":1');
  });

  test('who subscribed at another instance hears of changes', async () => {
    const [other = home()] = others();
    const { ask } = await agent('auto', home());
    const { client } = await agent('legacy', other);
    const heard = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    });
    await client.subscribeResource({ uri: 'ui://state' });
    await ask('ui_run', { code: 'mcp.pushState({ event = "news" })' });
    expect(await heard).toBe('ui://state');
  });
});

describe('when the home ends', () => {
  beforeEach(() => start(2));
  afterEach(() => cleanup.run());

  // A process that is suspended is as silent as a machine without power: nobody closes its connections.
  test.each(['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const)(
    'by %s, its live UI continues at another instance',
    async (signal) => {
      const first = home();
      const [other = first] = others();
      const { ask } = await agent('auto', other);
      await ask('ui_display', { name: 'shop' });
      await ask('ui_upload_viewdef', UPLOAD);
      const page = await pageAt(other);
      if (signal === 'SIGSTOP') process.kill(first.pid, signal);
      else await first.stop(signal);
      await page.closed;
      // As the browser does: it connects again.
      const again = await pageAt(other);
      expect(String(again.properties.get(1)?.viewdefs)).toContain('uploaded');
      expect(await ask('ui_run', { code: 'return shop.title' })).toContain('from the file');
      expect(home()).not.toBe(first);
      await ask('ui_run', { code: 'shop.title = "changed"' });
      if (signal === 'SIGSTOP') process.kill(first.pid, 'SIGCONT');
      const late = signal === 'SIGSTOP' ? first : await cluster.start();
      const { ask: askLate } = await agent('legacy', late);
      expect(await askLate('ui_run', { code: 'return shop.title' })).toContain('changed');
    },
  );
});
