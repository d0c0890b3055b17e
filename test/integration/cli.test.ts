import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, runCli, runNode, tempFolder } from './cli/run-cli.ts';

const COMMANDS = ['init', 'mcp', 'serve', 'open', 'doctor'];
const SERVE = ['serve', '--port', '0', '--mcp-port', '0'];

describe('help', () => {
  test.each(['--version', '-v'])('%s prints the version', async (flag) => {
    const { code, stdout, stderr } = await runCli([flag]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  test.each([['--help'], ['-h'], ['help']])('%s names every command', async (flag) => {
    const { code, stdout, stderr } = await runCli([flag]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
  });

  test('no command shows the same, as a mistake', async () => {
    const { code, stdout } = await runCli([]);
    expect(code).toBe(2);
    expect(stdout).toBe((await runCli(['--help'])).stdout);
  });

  test.each(COMMANDS)('help %s is the help of that command', async (name) => {
    const { code, stdout, stderr } = await runCli(['help', name]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe((await runCli([name, '--help'])).stdout);
  });

  test.each(COMMANDS)('%s --help explains it and does nothing', async (name) => {
    using folder = tempFolder({});
    const { code, stdout, stderr } = await runCli([name, '--help'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      new RegExp(`^Usage: tandem ${name} \\[options\\]\n\n.+\\.\n\nOptions:\n {2}--dir D`, 's'),
    );
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

/** Each prints one clear sentence to stderr, exits with 2, and does not change the folder. */
interface Mistake {
  name: string;
  args: string[];
  says: string | RegExp;
  files?: Record<string, string>;
  env?: Record<string, string>;
}

const MISTAKES: Mistake[] = [
  { name: 'an unknown command', args: ['serv'], says: 'Unknown command "serv". Did you mean "serve"?' },
  {
    name: 'help for an unknown command',
    args: ['help', 'opn'],
    says: 'Unknown command "opn". Did you mean "open"?',
  },
  {
    name: 'a command unlike any other',
    args: ['constructor'],
    says: /^Unknown command "constructor"\. Valid: "init", "mcp", "serve", /,
  },
  {
    name: 'an unknown option',
    args: ['serve', '--prot', '1'],
    says: 'tandem serve has no option --prot. Did you mean "--port"?',
  },
  {
    name: 'a stray word',
    args: ['open', 'page'],
    says: 'tandem open takes options only, not "page". To name a folder: tandem open --dir page',
  },
  { name: 'an option without its value', args: ['serve', '--port'], says: '--port needs a value: --port N' },
  {
    name: 'a port that is none',
    args: ['serve', '--port', '80x'],
    says: '--port must be a port number from 0 to 65535, not "80x".',
  },
  {
    name: 'a folder that is missing',
    args: [...SERVE, '--dir', 'nowhere'],
    says: /^The folder \/.*\/nowhere does not exist\. Create it, or choose another with --dir\.$/,
  },
  {
    name: 'a file instead of a folder',
    args: [...SERVE, '--dir', 'a-file'],
    files: { 'a-file': '' },
    says: /^\/.*\/a-file is not a folder\. Choose one with --dir\.$/,
  },
  {
    name: 'broken YAML',
    args: SERVE,
    files: { 'tandem.yaml': 'http:\n  port: [1\n' },
    says: /^tandem\.yaml:3: not valid YAML: .+[^.:]\.$/,
  },
  {
    name: 'an unknown setting',
    args: SERVE,
    files: { 'tandem.yaml': '# mine\nhttp:\n  mcpProt: 1\n' },
    says: 'tandem.yaml:3: unknown setting "http.mcpProt". Did you mean "mcpPort"?',
  },
  {
    name: 'a wrong value',
    args: ['mcp'],
    files: { 'tandem.yaml': 'mcp:\n  limits:\n    requestsPerMinute: many\n' },
    says: /^tandem\.yaml:3: mcp\.limits\.requestsPerMinute: .+\.$/,
  },
  {
    name: 'an alias without its anchor',
    args: SERVE,
    files: { 'tandem.yaml': 'http: *nothing\n' },
    says: /^tandem\.yaml: not valid YAML: .*nothing\.$/,
  },
  {
    name: 'a key that is not in the environment',
    args: SERVE,
    files: { 'tandem.yaml': 'mcp: { auth: { type: api_key, keys: [{ keyEnv: NO_SUCH_KEY }] } }\n' },
    says: /^The environment variable NO_SUCH_KEY \(mcp\.auth\.keys\[0\]\.keyEnv\) is not set or empty\..+$/,
  },
  {
    name: 'TANDEM_USER that is no JSON',
    args: ['mcp'],
    env: { TANDEM_USER: 'ann' },
    says: /^TANDEM_USER is not valid JSON\. Write a profile such as \{.+\}\.$/,
  },
  {
    name: 'TANDEM_USER that names nobody',
    args: SERVE,
    env: { TANDEM_USER: '{"roles":["admin"]}' },
    says: 'TANDEM_USER is not a user profile: A user needs at least one of id, name and email.',
  },
  {
    name: 'TANDEM_PORT that is none',
    args: ['serve'],
    env: { TANDEM_PORT: '99999' },
    says: 'TANDEM_PORT must be a port number from 0 to 65535, not "99999".',
  },
  {
    name: 'TANDEM_MCP_PORT that is none',
    args: ['mcp'],
    env: { TANDEM_MCP_PORT: 'x' },
    says: 'TANDEM_MCP_PORT must be a port number from 0 to 65535, not "x".',
  },
  {
    name: 'TANDEM_LOG that is no level',
    args: SERVE,
    env: { TANDEM_LOG: 'loud' },
    says: 'TANDEM_LOG must be one of debug, info, warn, error, silent, not "loud".',
  },
  {
    name: 'TANDEM_DIR that is missing',
    args: SERVE,
    env: { TANDEM_DIR: '/no/such/folder' },
    says: 'The folder /no/such/folder does not exist. Create it, or choose another with --dir.',
  },
  {
    name: 'a host that is not of this machine',
    args: [...SERVE, '--host', 'no-such-host.invalid'],
    files: { 'tandem.yaml': 'mcp: { auth: { type: api_key, keys: [{ key: a-key-0123456789 }] } }\n' },
    says: '"no-such-host.invalid" is not an address of this machine.',
  },
  {
    name: 'an area that does not exist',
    args: SERVE,
    files: { 'tandem.yaml': 'areas: [pages]\n' },
    says: 'tandem.yaml:1: areas.0: unknown area "pages". Valid: "lowdefy", "live", "ask", "chat".',
  },
  {
    name: 'opening where no server ever ran',
    args: ['open'],
    says: /^No server has run in (\/.*) yet\. Start one with: tandem serve --dir \1$/,
  },
];

test.each(MISTAKES)('$name: one sentence, exit code 2, nothing written', async (mistake) => {
  const { args, says, files = {}, env } = mistake;
  using folder = tempFolder(files);
  const { code, stdout, stderr } = await runCli(args, { cwd: folder.path, ...(env ? { env } : {}) });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^tandem: [^\n]+\n$/);
  const sentence = stderr.slice('tandem: '.length, -1);
  if (typeof says === 'string') expect(sentence).toBe(says);
  else expect(sentence).toMatch(says);
  expect(stderr).not.toMatch(/\bat .*\.[jt]s:\d/);
  expect(readdirSync(folder.path).sort()).toEqual(Object.keys(files).sort());
});

test('the command line can be started through a link, as package managers install it', async () => {
  using folder = tempFolder();
  const { symlinkSync } = await import('node:fs');
  const link = join(folder.path, 'tandem');
  symlinkSync(cli, link);
  const { code, stdout } = await runNode([link, '--version'], folder.path);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\./);
  expect(existsSync(join(folder.path, '.tandem'))).toBe(false);
});
