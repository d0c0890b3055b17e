import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanEnv, cli, root, runCli, runNode, type Serving, serveCli, tempFolder } from './cli/run-cli.ts';
import { openMcpCaller, resultOf } from './guards/mcp-caller.ts';

async function createSession(serving: Serving): Promise<string> {
  const caller = await openMcpCaller(serving.mcp, serving.file('mcp-key'));
  return resultOf<{ sessionId: string }>(await caller.call('session_create', { name: 'One' })).sessionId;
}

/** A port that is in use, or was a moment ago. */
async function takePort(): Promise<{ port: number; [Symbol.asyncDispose](): Promise<void> }> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return {
    port: (holder.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      holder.close();
      await once(holder, 'close');
    },
  };
}

async function freePort(): Promise<number> {
  await using taken = await takePort();
  return taken.port;
}

describe('tandem serve', () => {
  test('prints its free ports, the page and a configuration, but no key where others may be looking', async () => {
    using folder = tempFolder();
    await using serving = await serveCli(folder.path);
    const { ui, mcp, printed } = serving;
    expect(ui).not.toBe(mcp);
    expect(printed).toMatch(new RegExp(`^Page: http://localhost:${ui}/\\?code=\\S+\nMCP: {2}http://127`));
    const config = JSON.parse(printed.slice(printed.indexOf('{'))) as {
      mcpServers: { tandem: { url: string; headers: Record<string, string> } };
    };
    const { url, headers } = config.mcpServers.tandem;
    expect(url).toBe(`http://127.0.0.1:${mcp}/mcp`);
    expect(headers.Authorization).toBe('Bearer <the key in .tandem/mcp-key>');
    expect(printed).not.toContain(serving.file('mcp-key'));
    await expect(openMcpCaller(mcp, serving.file('mcp-key'))).resolves.toBeDefined();
    expect(await serving.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test.runIf(existsSync('/usr/bin/script'))('prints the key on a terminal', async () => {
    using folder = tempFolder();
    const command = [process.execPath, cli, 'serve', '--dir', folder.path, '--port', '0', '--mcp-port', '0'];
    const quoted = command.map((word) => `'${word}'`).join(' ');
    const child = spawn('/usr/bin/script', ['-qfec', quoted, '/dev/null'], { env: cleanEnv() });
    let shown = '';
    for await (const text of child.stdout) {
      shown += text;
      if (shown.includes('mcpServers') && shown.trimEnd().endsWith('}')) break;
    }
    child.kill('SIGTERM');
    const key = readFileSync(join(folder.path, '.tandem', 'mcp-key'), 'utf8').trim();
    expect(shown).toContain(`Bearer ${key}`);
  });

  test('exits with 0 on SIGINT as well, and keeps its secrets for the next time', async () => {
    using folder = tempFolder();
    await using first = await serveCli(folder.path);
    const secrets = [first.file('mcp-key'), first.file('ui-token')];
    expect(await first.stop('SIGINT')).toEqual({ code: 0, signal: null });
    await using second = await serveCli(folder.path);
    expect([second.file('mcp-key'), second.file('ui-token')]).toEqual(secrets);
  });

  test('exits if the port is in use, even with an app and tools already running', async () => {
    using folder = tempFolder({
      'lowdefy.yaml':
        'lowdefy: 4.0.0-rc.11\npages:\n  - id: home\n    type: PageHeaderMenu\n    blocks: []\n',
      'tandem.yaml': 'areas: [live]\n',
      'tools/x.ts': 'export {};\n',
    });
    await using taken = await takePort();
    const { code, stderr } = await runCli([
      'serve',
      '--watch',
      '--dir',
      folder.path,
      '--port',
      String(taken.port),
      '--mcp-port',
      '0',
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Port ${taken.port} is in use.`)]);
  });

  test('names the port that is in use, and writes nothing', async () => {
    using folder = tempFolder({});
    await using taken = await takePort();
    for (const args of [
      ['--port', String(taken.port), '--mcp-port', '0'],
      ['--port', '0', '--mcp-port', String(taken.port)],
    ]) {
      const { code, stderr } = await runCli(['serve', '--dir', folder.path, ...args]);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `tandem: Port ${taken.port} is in use. Stop the program that uses it, or choose another with --port and --mcp-port, or http.port and http.mcpPort (0 picks a free one).\n`,
      );
    }
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('the same port twice joins the listeners', async () => {
    using folder = tempFolder();
    const port = String(await freePort());
    await using serving = await serveCli(folder.path, { args: ['--port', port, '--mcp-port', port] });
    expect([serving.ui, serving.mcp]).toEqual([Number(port), Number(port)]);
    expect(await createSession(serving)).toMatch(/^sess_/);
    const page = await fetch(`http://localhost:${port}/`, { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(401);
  });

  test('flags win over the environment, and the environment over the file', async () => {
    const [inFile, inEnv] = [await freePort(), await freePort()];
    using folder = tempFolder({ 'tandem.yaml': `http: { port: ${inFile}, mcpPort: ${inFile} }\n` });
    const env = { TANDEM_PORT: String(inEnv) };
    await using serving = await serveCli(folder.path, { args: ['--mcp-port', '0'], env });
    expect(serving.ui).toBe(inEnv);
    expect([inFile, inEnv]).not.toContain(serving.mcp);
  });

  test('starts where localhost does not resolve to the address it is bound to', async () => {
    using folder = tempFolder();
    const args = ['--host', '127.0.0.2', '--port', '0', '--mcp-port', '0'];
    await using serving = await serveCli(folder.path, { args });
    expect(serving.printed).toMatch(/^Page: http:\/\/localhost:\d+\/\n/);
    expect(await serving.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('where sessions are kept', () => {
  test('under the user of TANDEM_USER', async () => {
    using folder = tempFolder();
    await using serving = await serveCli(folder.path, { env: { TANDEM_USER: '{"id":"ann","name":"Ann"}' } });
    const sessionId = await createSession(serving);
    await serving.stop();
    expect(readdirSync(join(folder.path, '.tandem', 'sessions', 'ann'))).toEqual([sessionId]);
  });

  test('with the app, in the folder of a Lowdefy app', async () => {
    using folder = tempFolder({ 'lowdefy.yaml': 'lowdefy: 4.0.0\n' });
    await using serving = await serveCli(folder.path);
    const sessionId = await createSession(serving);
    await serving.stop();
    expect(readdirSync(join(folder.path, '.lowdefy', 'sessions', 'local'))).toEqual([sessionId]);
    expect(readdirSync(join(folder.path, '.tandem'))).not.toContain('sessions');
  });

  test('nowhere, if they are kept in memory', async () => {
    using folder = tempFolder({
      'tandem.yaml': 'areas: [lowdefy]\nmcp: { session: { store: { type: memory } } }\n',
    });
    await using serving = await serveCli(folder.path);
    await createSession(serving);
    await serving.stop();
    expect(readdirSync(join(folder.path, '.tandem'))).not.toContain('sessions');
  });
});

describe('tandem open', () => {
  test('prints an address that signs a browser in once', async () => {
    using folder = tempFolder();
    await using serving = await serveCli(folder.path);
    const { code, stdout, stderr } = await runCli(['open', '--print', '--dir', folder.path]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const url = stdout.trim();
    expect(url).toMatch(new RegExp(`^http://localhost:${serving.ui}/\\?code=[\\w-]{22}$`));
    const enter = () => fetch(url, { redirect: 'manual' });
    expect((await enter()).headers.get('set-cookie')).toContain(`tandem_page_${serving.ui}=`);
    expect((await enter()).headers.get('set-cookie')).toBeNull();
    await serving.stop();
    const after = await runCli(['open', '--print', '--dir', folder.path]);
    expect(after).toMatchObject({ code: 2, stdout: '' });
    expect(after.stderr).toBe(
      `tandem: No Tandem server is running on port ${serving.ui}. Start one with: tandem serve --dir ${folder.path}\n`,
    );
  });

  test('neither trusts another program on the port nor sends it the token', async () => {
    using folder = tempFolder();
    const { createServer: createHttpServer } = await import('node:http');
    const told: (string | undefined)[] = [];
    const other = createHttpServer((request, response) => {
      told.push(request.headers.authorization);
      response.setHeader('Content-Type', 'application/json');
      response.end('{"url":"file:///etc/passwd","proof":"x"}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    mkdirSync(join(folder.path, '.tandem'));
    const { writeFileSync } = await import('node:fs');
    const { port } = other.address() as AddressInfo;
    writeFileSync(join(folder.path, '.tandem', 'ui-port'), `${port}\n`);
    const { code, stdout, stderr } = await runCli(['open', '--print', '--dir', folder.path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `tandem: The program on port ${port} is not this folder's server. Start one with: tandem serve --dir ${folder.path}\n`,
    );
    expect(told).toEqual([undefined]);
    other.closeAllConnections();
    other.close();
  });
});

test('npm start shows a job of a scripted agent from start to end', async () => {
  const { code, stdout } = await runNode([join(root, 'scripts', 'start.mjs'), '--once'], root);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Agent → session_create\(/);
  expect(stdout).toMatch(/Agent → interact\(/);
  expect(stdout.match(/^Done: /gm)).toHaveLength(3);
}, 120_000);
