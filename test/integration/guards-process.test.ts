import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type Serving, serveCli, tempFolder } from './cli/run-cli.ts';
import { openMcpCaller } from './guards/mcp-caller.ts';
import { sendRaw } from './guards/raw-request.ts';

describe('a server process at log level debug', () => {
  const folder = tempFolder();
  let serving: Serving;
  beforeAll(async () => {
    serving = await serveCli(folder.path, { env: { TANDEM_LOG: 'debug' } });
  });
  afterAll(async () => {
    await serving.stop();
    folder[Symbol.dispose]();
  });

  test.runIf(process.platform === 'linux')('listens on 127.0.0.1 only', () => {
    for (const port of [serving.ui, serving.mcp]) expect(listeningAt(port)).toEqual(['0100007F']);
  });

  test('makes its files readable by their owner only', () => {
    const inside = join(folder.path, '.tandem');
    expect(statSync(inside).mode & 0o777).toBe(0o700);
    expect(readdirSync(inside)).toEqual(
      expect.arrayContaining(['.gitignore', 'mcp-key', 'mcp-port', 'ui-port', 'ui-token']),
    );
    for (const name of ['mcp-key', 'ui-token', 'ui-port', 'mcp-port'])
      expect({ name, mode: statSync(join(inside, name)).mode & 0o777 }).toEqual({ name, mode: 0o600 });
    expect(serving.file('.gitignore')).toBe('*');
  });

  test('logs no secret, whatever arrives', async () => {
    const key = serving.file('mcp-key');
    const uiToken = serving.file('ui-token');
    const code = /code=(\S+)/.exec(serving.printed)?.[1] ?? '';
    const caller = await openMcpCaller(serving.mcp, key);
    await caller.call('session_create', { name: 'Quiet' });
    await caller.call('session_close', { sessionId: 'sess_unknown' });
    const page = await sendRaw(serving.ui, {
      path: `/?code=${code}`,
      headers: { Host: `localhost:${serving.ui}` },
    });
    const cookie = page.cookies[0]?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');
    for (const path of ['/api/status', '/%zz', '//x', `/?token=${uiToken}`])
      await sendRaw(serving.ui, { path, headers: { Host: `localhost:${serving.ui}`, Cookie: cookie } });
    for (const Authorization of [`Bearer ${key}x`, `Basic ${key}`, `${uiToken}`])
      await sendRaw(serving.mcp, {
        method: 'POST',
        path: '/mcp',
        body: `{"broken ${key}`,
        headers: { Host: `127.0.0.1:${serving.mcp}`, Authorization, 'Content-Type': 'application/json' },
      });
    for (const secret of [key, uiToken, code, cookie.split('=')[1] ?? '', caller.sessionId])
      expect(serving.stderr()).not.toContain(secret);
  });
});

test.each(['0.0.0.0', '::'])('binding %s is refused if nobody has to sign in', async (host) => {
  using folder = tempFolder();
  const args = ['serve', '--dir', folder.path, '--host', host, '--port', '0', '--mcp-port', '0'];
  const { code, stdout, stderr } = await runCli(args);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /^tandem: Binding to an address other than loopback, or http\.publicUrl, needs mcp\.auth .*\n$/,
  );
  expect(existsSync(join(folder.path, '.tandem'))).toBe(false);
});

test('binding 0.0.0.0 is refused for anonymous callers as well', async () => {
  using folder = tempFolder({ 'tandem.yaml': 'mcp: { auth: { type: none } }\n' });
  const { code, stderr } = await runCli(['serve', '--dir', folder.path, '--host', '0.0.0.0']);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('needs mcp.auth') });
});

test('bound elsewhere with keys, only configured names are accepted in Host', async () => {
  using folder = tempFolder({
    'tandem.yaml': `mcp: { auth: { type: api_key, keys: [{ key: a-key-0123456789 }] } }
http: { hosts: [tandem.example.com] }
`,
  });
  const args = ['--host', '0.0.0.0', '--port', '0', '--mcp-port', '0'];
  await using serving = await serveCli(folder.path, { args });
  const status = async (Host: string) =>
    (await sendRaw(serving.ui, { path: '/api/status', headers: { Host } })).status;
  expect(await status('tandem.example.com')).toBe(401);
  expect(await status('localhost')).toBe(401);
  expect(await status('evil.com')).toBe(403);
  expect(await status('tandem.example.com.evil.com')).toBe(403);
  expect(serving.printed).not.toContain('code=');
  expect(serving.printed).not.toContain('a-key-0123456789');
});

/** The local addresses of listening sockets on a port, as the kernel writes them. */
function listeningAt(port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${wanted}`))
      .map(([, local = '']) => local.split(':')[0] ?? ''),
  );
}
