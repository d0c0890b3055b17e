import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIfStale } from './build-if-stale.ts';
import { findNode22, inPackage } from './node-22.ts';
import { runProgram } from './run-program.ts';
import { type Stack, startStack } from './start-stack.ts';

const ERAS = ['legacy', 'modern'] as const;

describe('MCP Inspector', () => {
  let stack: Stack;
  let main: string;
  let home: string;
  beforeAll(async () => {
    main = await buildIfStale();
    home = await mkdtemp(join(tmpdir(), 'tandem-inspector-'));
    await writeFile(join(home, 'tandem.yaml'), 'areas: [lowdefy]\n');
    stack = await startStack({});
  });
  afterAll(async () => {
    await stack.close();
    await rm(home, { recursive: true, force: true });
  });

  const overStdio = () => [process.execPath, main, 'mcp', '--dir', home];
  const overHttp = () => [`${stack.origin}/mcp`, '--transport', 'http', '--header', withKey()];
  const overSse = () => [`${stack.origin}/sse`, '--transport', 'sse', '--header', withKey()];
  const withKey = () => `Authorization: Bearer ${stack.key()}`;

  describe.each([
    ...ERAS.map((era) => ({ over: 'stdio', era, target: overStdio })),
    ...ERAS.map((era) => ({ over: 'HTTP', era, target: overHttp })),
    { over: 'SSE', era: 'legacy', target: overSse },
  ])('over $over, $era era', ({ era, target }) => {
    test('lists portable tools', async () => {
      const { code, stdout, stderr } = await inspect(
        ['--protocol-era', era, '--strict'],
        target(),
        'tools/list',
      );
      expect(code, stderr).toBe(0);
      const { result } = JSON.parse(stdout) as { result: { tools: { name: string }[] } };
      expect(result.tools.map((tool) => tool.name)).toContain('session_create');
    });

    test('calls session_create', async () => {
      const call = ['--tool-name', 'session_create', '--tool-args-json', '{"name":"Q1 invoices"}'];
      const { code, stdout, stderr } = await inspect(
        ['--protocol-era', era, ...call],
        target(),
        'tools/call',
      );
      expect(code, stderr).toBe(0);
      const { result } = JSON.parse(stdout) as { result: { structuredContent: unknown } };
      expect(result.structuredContent).toEqual({
        sessionId: expect.stringMatching(/^sess_/),
        name: 'Q1 invoices',
      });
    });
  });

  test('is refused over HTTP without the key', async () => {
    const { code, stdout } = await inspect(['--stored-auth-only'], [`${stack.origin}/mcp`], 'tools/list');
    expect(code).not.toBe(0);
    expect(stdout).not.toContain('session_create');
  });

  function inspect(options: readonly string[], target: readonly string[], method: string) {
    const inspector = inPackage('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js');
    const args = [
      inspector,
      '--cli',
      '--quiet',
      '--format',
      'json',
      ...options,
      ...target,
      '--method',
      method,
    ];
    return runProgram(findNode22(), args, { cwd: home, home });
  }
});
