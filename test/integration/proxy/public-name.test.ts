import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../examples/cluster/free-port.mjs';
import { runCli, type Serving, serveCli, tempFolder } from '../cli/run-cli.ts';
import { type RawRequest, sendRaw } from '../guards/raw-request.ts';
import { createCleanup } from '../harness.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const KEY = 'key-of-ann-0123456789';
const AUTH = `mcp: { auth: { type: api_key, keys: [{ key: ${KEY}, user: { id: ann } }] } }\n`;
const URL_OF_TEAM = 'https://app.example.com/tandem';

function folderOf(yaml: string): string {
  const folder = tempFolder({ 'tandem.yaml': `areas: [live]\n${yaml}` });
  cleanup.add(() => folder[Symbol.dispose]());
  return folder.path;
}

async function serve(http: string, yaml = AUTH): Promise<Serving & { dir: string }> {
  const dir = folderOf(`${yaml}live: { users: [ann], autostart: true }\nhttp: { ${http} }\n`);
  const serving = await serveCli(dir);
  cleanup.add(() => serving.stop('SIGKILL'));
  return { ...serving, dir };
}

describe('a server with a public name', () => {
  /** The bytes of a request to the UI port from 127.0.0.1. */
  const ask = ({ ui }: Serving, path: string, headers: RawRequest['headers'] = {}) =>
    sendRaw(ui, { method: 'GET', path, headers: { Accept: 'text/html', ...headers } });

  test('believes forwarded headers of listed proxies', async () => {
    const serving = await serve(`publicUrl: ${URL_OF_TEAM}, trustProxy: [127.0.0.1]`);
    const Host = 'app.example.com';
    const page = await ask(serving, '/tandem/', { Host });
    expect(page).toMatchObject({ status: 401, body: expect.stringContaining("fetch('/tandem/api/sign-in'") });
    const named = await ask(serving, '/tandem/', { Host: '127.0.0.1:1', 'X-Forwarded-Host': Host });
    expect(named.status).toBe(401);
    const cut = await ask(serving, '/', { Host, 'X-Forwarded-Prefix': '/tandem' });
    expect(cut.status).toBe(401);
    const plain = await ask(serving, '/tandem/', { Host, 'X-Forwarded-Proto': 'http' });
    expect(plain).toMatchObject({ status: 403, body: expect.stringContaining('came over http') });
    const list = await ask(serving, '/tandem/', { Host, 'X-Forwarded-Host': `${Host}, ${Host}` });
    expect(list).toMatchObject({ status: 400, body: expect.stringContaining('more than one value') });
    const wrong = await ask(serving, '/tandem/', { Host, 'X-Forwarded-Host': 'evil.example' });
    expect(wrong.status).toBe(403);
  });

  test('ignores them from everybody else', async () => {
    const serving = await serve(`publicUrl: ${URL_OF_TEAM}, trustProxy: [10.0.0.0/8]`);
    const Host = 'app.example.com';
    const forged = {
      'X-Forwarded-Host': Host,
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Prefix': '/tandem',
    };
    expect((await ask(serving, '/tandem/', { Host: 'evil.example', ...forged })).status).toBe(403);
    expect((await ask(serving, '/tandem/', { Host: 'localhost', ...forged })).status).toBe(421);
    expect((await ask(serving, '/', { Host, ...forged })).status).toBe(404);
    expect((await ask(serving, '/tandem/', { Host, 'X-Forwarded-Host': 'evil.example' })).status).toBe(401);
    expect((await ask(serving, '/tandem/', { Host, 'X-Forwarded-Proto': 'http' })).status).toBe(401);
  });

  test('has no pages under a loopback name, and says where they are', async () => {
    const serving = await serve(`publicUrl: ${URL_OF_TEAM}`);
    for (const Host of [`localhost:${serving.ui}`, `127.0.0.1:${serving.ui}`])
      expect(await ask(serving, '/', { Host })).toMatchObject({
        status: 421,
        body: expect.stringContaining(`${URL_OF_TEAM}/ (http.publicUrl)`),
      });
  });

  test('without an origin of their own, live UIs are off, which is said at start and by the tools', async () => {
    const serving = await serve(`publicUrl: ${URL_OF_TEAM}`);
    expect(serving.stderr()).toContain(
      'Live UIs are off: they need an origin of their own. Set http.viewsUrl',
    );
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${KEY}` } };
    const mcp = new URL(`http://127.0.0.1:${serving.mcp}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(mcp, { requestInit }));
    cleanup.add(() => client.close());
    const result = await client.callTool({
      name: 'ui_run',
      arguments: { code: 'return 1', sessionId: 'new' },
    });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Set http.viewsUrl to a second host name or port') }],
    });
  });

  test('prints its public address, also with "tandem open"', async () => {
    const serving = await serve(`publicUrl: ${URL_OF_TEAM}, viewsUrl: 'https://views.example.com'`);
    expect(serving.printed).toContain(`Page: ${URL_OF_TEAM}/\nMCP:  ${URL_OF_TEAM}/mcp\n`);
    const { stdout } = await runCli(['open', '--print', '--dir', serving.dir]);
    expect(stdout).toBe(`${URL_OF_TEAM}/\n`);
  });

  test('on this machine, single-use codes lead below the prefix, and are good once', async () => {
    const port = await freePort();
    const serving = await serve(`publicUrl: 'http://localhost:${port}/tandem'`, '');
    const { stdout } = await runCli(['open', '--print', '--dir', serving.dir]);
    const url = new URL(stdout.trim());
    expect(stdout).toMatch(new RegExp(`^http://localhost:${port}/tandem/\\?code=`));
    const Host = url.host;
    const entered = await ask(serving, `${url.pathname}${url.search}`, { Host });
    expect(entered).toMatchObject({ status: 303, headers: { location: '/tandem/' } });
    expect(entered.cookies).toEqual([expect.stringMatching(/^tandem_page_\d+=.*; Path=\/tandem; /)]);
    expect((await ask(serving, `${url.pathname}${url.search}`, { Host })).cookies).toEqual([]);
    const Cookie = entered.cookies[0]?.split(';')[0];
    expect((await ask(serving, '/tandem/', { Host, Cookie })).status).toBe(200);
  });
});

test.each([
  ['http.publicUrl, needs mcp.auth', '', `publicUrl: ${URL_OF_TEAM}`],
  ['needs mcp.auth', 'mcp: { auth: { type: none } }\n', `publicUrl: ${URL_OF_TEAM}`],
  ['http.publicUrl must be the public address', AUTH, 'publicUrl: app.example.com'],
  ['http.publicUrl must be the public address', AUTH, 'publicUrl: https://app.example.com/a?b'],
  ['http.viewsUrl needs http.publicUrl', AUTH, 'viewsUrl: https://views.example.com'],
  ['http.viewsUrl must differ', AUTH, `publicUrl: ${URL_OF_TEAM}, viewsUrl: https://app.example.com`],
  ['without a path', AUTH, `publicUrl: ${URL_OF_TEAM}, viewsUrl: https://v.example.com/live`],
])('is refused (%#): %s', async (problem, auth, http) => {
  const args = ['serve', '--dir', folderOf(`${auth}http: { ${http} }\n`), '--port', '0', '--mcp-port', '0'];
  const { code, stderr } = await runCli(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
});
