import { describe, expect, test } from 'vitest';
import { MCP_CLIENTS, type McpClient } from '../../protocol/client-setups.ts';
import { findEntry, mergeEntry } from './merge-entry.ts';

const clientOf = (id: string) => MCP_CLIENTS.find((client) => client.id === id) as McpClient;
const entry = (dir: string, program = '/opt/main.js') => ({
  command: 'node',
  args: [program, 'mcp', '--dir', dir],
});

describe('JSON with comments', () => {
  const code = clientOf('vscode');
  const text = `{
\t// mine
\t"servers": {
\t\t"other": { "command": "x", }, /* stays */
\t},
\t"inputs": [],
}
`;

  test('keeps keys, comments and indentation, and changes nothing the second time', () => {
    const merged = mergeEntry(code, text, { type: 'stdio', ...entry('/a') }, '/a');
    expect(merged).toMatchObject({ name: 'tandem', isChanged: true });
    for (const part of ['// mine', '/* stays */', '"other": {', '\t"inputs": []'])
      expect(merged.text).toContain(part);
    expect(merged.text).toContain('\t\t"tandem": {\n\t\t\t"type": "stdio"');
    expect(mergeEntry(code, merged.text, { type: 'stdio', ...entry('/a') }, '/a').isChanged).toBe(false);
  });

  test('the entry of another folder keeps its name; an entry of this folder is updated and keeps its keys', () => {
    const first = mergeEntry(code, '', { ...entry('/a'), env: { X: '1' } }, '/a').text;
    const second = mergeEntry(code, first, entry('/work/My App'), '/work/My App');
    expect(second.name).toBe('tandem-my-app');
    const third = mergeEntry(code, second.text, entry('/a', '/new/main.js'), '/a');
    expect(third.name).toBe('tandem');
    expect(JSON.parse(third.text).servers.tandem).toEqual({
      ...entry('/a', '/new/main.js'),
      env: { X: '1' },
    });
    expect(findEntry(code, third.text, '/work/My App')?.[0]).toBe('tandem-my-app');
    expect(findEntry(code, third.text, '/b')).toBeUndefined();
  });

  test.each([
    ['{ "servers": ', 'line 1 is not valid JSON'],
    ['[]', 'it is not an object'],
    ['{ "servers": 3 }', '"servers" is not a list of servers'],
  ])('%s is refused', (broken, why) => {
    expect(() => mergeEntry(code, broken, entry('/a'), '/a')).toThrow(why);
  });
});

describe('TOML', () => {
  const codex = clientOf('codex');
  const text = `# my settings
model = "o4" # fast

[mcp_servers.other]
command = "x"
args = [
  "a", # first
]`;

  test('a new table at the end; nothing else moves', () => {
    const { text: merged } = mergeEntry(codex, text, entry('/a'), '/a');
    expect(merged).toBe(
      `${text}\n\n[mcp_servers.tandem]\ncommand = "node"\nargs = ["/opt/main.js","mcp","--dir","/a"]\n`,
    );
    expect(mergeEntry(codex, merged, entry('/a'), '/a').isChanged).toBe(false);
  });

  test('an entry of this folder is updated where it stands, with its other keys and comments', () => {
    const mine = `[mcp_servers.tandem] # ours
# started by hand
command = "node"
args = [
  "/old/main.js",
  "mcp", "--dir", "/a",
]
startup_timeout_sec = 30

[mcp_servers.last]
command = "y"
`;
    const { text: merged } = mergeEntry(codex, mine, entry('/a'), '/a');
    expect(merged).toBe(mine.replace(/args = \[[^\]]*\]/, 'args = ["/opt/main.js","mcp","--dir","/a"]'));
  });

  test.each([
    ['mcp_servers = { other = { command = "x" } }\n', 'cannot be extended safely|not valid TOML'],
    ['a = \n', 'not valid TOML'],
  ])('%j is refused', (broken, why) => {
    expect(() => mergeEntry(codex, broken, entry('/a'), '/a')).toThrow(new RegExp(why));
  });
});
