import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig, parsePort } from './load-config.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'load-config-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (yaml: string) => writeFileSync(join(dir, 'tandem.yaml'), yaml);

describe('loadConfig', () => {
  test('without a file, everything has its default', async () => {
    const config = await loadConfig(dir, {});
    expect(config.http).toMatchObject({ host: '127.0.0.1', port: 8000, mcpPort: 8001, hosts: [] });
    expect(config.mcp.auth).toBeUndefined();
    expect(config.mcp.session.store.type).toBe('file');
  });

  test.each(['', '# only a comment\n', '---\n'])('an empty file (%j) is as good as none', async (yaml) => {
    write(yaml);
    expect(await loadConfig(dir, {})).toEqual(await loadConfig(tmpdir(), {}));
  });

  test('the environment wins over the file, and flags over both', async () => {
    write('http: { port: 1001, mcpPort: 1002, host: localhost }\n');
    const fromFile = await loadConfig(dir, { TANDEM_PORT: '', TANDEM_HOST: '' });
    expect(fromFile.http).toMatchObject({ port: 1001, mcpPort: 1002, host: 'localhost' });
    const env = { TANDEM_PORT: '2001', TANDEM_MCP_PORT: '2002' };
    expect((await loadConfig(dir, env)).http).toMatchObject({ port: 2001, mcpPort: 2002, host: 'localhost' });
    const flags = { port: 0, host: '127.0.0.1' };
    expect((await loadConfig(dir, env, flags)).http).toMatchObject({ ...flags, mcpPort: 2002 });
  });

  test('a wrong name inside a setting of several forms is named with its line', async () => {
    write(
      'mcp:\n  auth:\n    type: api_key\n    keys:\n      - { key: a-key-0123456789, users: { id: ann } }\n',
    );
    await expect(loadConfig(dir, {})).rejects.toThrow(/tandem\.yaml:5: mcp\.auth\.keys\.0: .*users/);
  });

  test('TANDEM_USER replaces the user of the file', async () => {
    write('mcp: { user: { id: file, roles: [a] } }\n');
    expect((await loadConfig(dir, {})).mcp.user).toEqual({ id: 'file', roles: ['a'] });
    const { mcp } = await loadConfig(dir, { TANDEM_USER: '{"id":"env"}' });
    expect(mcp.user).toEqual({ id: 'env' });
  });

  test.each([
    ['http:\n  prot: 3\n', 'tandem.yaml:2: unknown setting "http.prot". Did you mean "port"?'],
    ['mpc: {}\n', 'tandem.yaml:1: unknown setting "mpc". Did you mean "mcp"?'],
    [
      '# first\nmcp:\n  limits:\n    maxSessionPerUser: 3\n',
      'tandem.yaml:4: unknown setting "mcp.limits.maxSessionPerUser". Did you mean "maxSessionsPerUser"?',
    ],
    [
      'mcp:\n  auth:\n    type: api_key\n    keys: [{ key: 0123456789 }]\n    roles: []\n',
      'tandem.yaml:4: mcp.auth.keys.0.key: key must be text.',
    ],
    [
      'mcp:\n  auth:\n    type: none\n    key: x\n',
      'tandem.yaml:4: mcp.auth: auth of type none has no setting "key".',
    ],
    ['mcp:\n  auth:\n    type: jtw\n', 'tandem.yaml:3: mcp.auth.type: The type of auth must be'],
    ['http:\n  port: 70000\n', 'tandem.yaml:2: http.port: '],
    ['http:\n  port: "80"\n', 'tandem.yaml:2: http.port: '],
    ['http:\n  cors:\n    origins: ["*"]\n', 'tandem.yaml:3: http.cors.origins.0: must be an origin such as'],
    ['- a\n', 'tandem.yaml:1: the file: '],
    ['a: [\n', 'tandem.yaml:2: not valid YAML: '],
    ['a: 1\na: 2\n', 'tandem.yaml:2: not valid YAML: '],
    ['a: *b\n', 'tandem.yaml: not valid YAML: Unresolved alias'],
    ['__proto__: { http: {} }\n', 'tandem.yaml:1: unknown setting "__proto__".'],
  ])('%j is refused with its line', async (yaml, message) => {
    write(yaml);
    const error = await loadConfig(dir, {}).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ code: 'invalid_config', message: expect.stringContaining(message) });
    for (const line of String((error as Error).message).split('\n')) expect(line).toMatch(/[^.][.?]$/);
  });

  test('a file that cannot be read is refused', async () => {
    mkdirSync(join(dir, 'tandem.yaml'));
    await expect(loadConfig(dir, {})).rejects.toThrow(/tandem\.yaml cannot be read: EISDIR/);
  });

  test('what stands in TANDEM_USER is not repeated, since it may be personal', async () => {
    const error = await loadConfig(dir, { TANDEM_USER: '{"id": secret' }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('TANDEM_USER is not valid JSON.');
    expect(String(error)).not.toContain('secret');
  });
});

test.each(['80x', '-1', '65536', ' 80', '1e3', '0x10', '8.5'])('%j is no port', (text) => {
  expect(() => parsePort(text, 'TANDEM_PORT')).toThrow(
    `TANDEM_PORT must be a port number from 0 to 65535, not "${text}".`,
  );
});
