import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readMcpSettings } from './read-mcp-settings.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-mcp-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(dir, name), text);

it('is empty without an app or an mcp key', () => {
  expect(readMcpSettings(dir).settings).toEqual({});
  write('lowdefy.yaml', 'lowdefy: 4.0.0-rc.11\n');
  expect(readMcpSettings(dir).settings).toEqual({});
});

it('reads what is written, without defaults, and where', () => {
  write(
    'lowdefy.yaml',
    `lowdefy: 4.0.0-rc.11
mcp:
  enabled: true
  transport: streamable-http
  port: 3001
  name: invoices
  version: 2.0.0
  limits: { maxActionsPerCall: 5 }
  session: { store: { type: memory } }
  auth:
    type: api_key
    keys: [{ keyEnv: K, roles: [admin] }]
  user: { id: ann }
  resources: { stats: { page: home } }
`,
  );
  const { settings, where } = readMcpSettings(dir);
  expect(settings).toMatchObject({
    enabled: true,
    transport: 'streamable-http',
    port: 3001,
    name: 'invoices',
    version: '2.0.0',
    session: { store: { type: 'memory' } },
    auth: { type: 'api_key', keys: [{ keyEnv: 'K', roles: ['admin'] }] },
    user: { id: 'ann' },
  });
  expect(settings.limits).toEqual({ maxActionsPerCall: 5 });
  expect(where('auth', 'keys')).toBe('lowdefy.yaml:12');
});

it('follows a plain reference', () => {
  write('lowdefy.yml', 'mcp: { _ref: mcp.yaml }\n');
  write('mcp.yaml', 'port: 1\nprot: 2\n');
  expect(() => readMcpSettings(dir)).toThrow('mcp.yaml:2: unknown setting "mcp.prot". Did you mean "port"?');
  write('mcp.yaml', 'port: 1\n');
  expect(readMcpSettings(dir).settings.port).toBe(1);
  write('lowdefy.yml', 'mcp: { _ref: nope.yaml }\n');
  expect(() => readMcpSettings(dir)).toThrow('lowdefy.yml:1: "mcp" is read before the app is built');
});

it('suggests the nearest limit', () => {
  write('lowdefy.yaml', 'mcp:\n  limits:\n    maxActionPerCall: 5\n');
  expect(() => readMcpSettings(dir)).toThrow(
    'lowdefy.yaml:3: unknown setting "mcp.limits.maxActionPerCall". Did you mean "maxActionsPerCall"?',
  );
});
