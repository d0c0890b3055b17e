import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../examples/cluster/free-port.mjs';
import { runCli, serveCli, tempFolder } from './cli/run-cli.ts';
import { openMcpCaller, resultOf } from './guards/mcp-caller.ts';

const APP = {
  'lowdefy.yaml': `
lowdefy: 4.0.0-rc.11
pages:
  - id: home
    type: Box
    blocks:
      - { id: hello, type: Title, properties: { content: Hello } }
`,
};

describe('tandem mcp', () => {
  test('--http --port N serves MCP clients over HTTP on that port, and the page', async () => {
    using folder = tempFolder(APP);
    const port = await freePort();
    await using serving = await serveCli(folder.path, {
      command: 'mcp',
      args: ['--http', '--port', String(port)],
    });
    expect(serving.mcp).toBe(port);
    expect(serving.ui).toBe(port);
    const caller = await openMcpCaller(port, serving.file('mcp-key'));
    const { sessionId } = resultOf<{ sessionId: string }>(
      await caller.call('session_create', { name: 'One' }),
    );
    expect(sessionId).toMatch(/^sess_/);
    expect(await serving.stop()).toEqual({ code: 0, signal: null });
  });

  test('--build builds the apps, reports them and ends', async () => {
    using folder = tempFolder(APP);
    const { code, stdout } = await runCli(['mcp', '--build', '--dir', folder.path]);
    expect(stdout).toMatch(/^ok {5}\S+: 1 pages/);
    expect(code).toBe(0);
    // Nothing was served.
    expect(existsSync(join(folder.path, '.tandem', 'mcp-port'))).toBe(false);
  });

  test('--build says what is wrong with an app', async () => {
    using folder = tempFolder({ 'lowdefy.yaml': 'lowdefy: 4.0.0-rc.11\npages:\n  - _ref: missing.yaml\n' });
    const { code, stdout } = await runCli(['mcp', '--build', '--dir', folder.path]);
    expect(stdout).toMatch(/^\S*lowdefy\.yaml:3:11 +error +_ref names the file "missing\.yaml"/);
    expect(stdout).toMatch(/^wrong {2}\S+: cannot be built; 1 error$/m);
    expect(code).toBe(1);
  });

  test.each([
    { args: ['--port', '3001'], said: '--port needs --http: tandem mcp --http --port 3001' },
    { args: ['--http', '--build'], said: 'choose one' },
    { args: ['--http', '--port', 'x'], said: '--port must be a port number from 0 to 65535, not "x".' },
  ])('refuses $args', async ({ args, said }) => {
    using folder = tempFolder(APP);
    const { code, stderr } = await runCli(['mcp', '--dir', folder.path, ...args]);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });
});
