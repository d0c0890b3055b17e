import { expect, test } from 'vitest';
import { toClientSetups } from './client-setups.ts';

const CLIENTS = ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Windsurf', 'Codex', 'Gemini CLI'];
const mcpUrl = 'https://tandem.example.com/mcp';
const textOf = (setups: ReturnType<typeof toClientSetups>, name: string) =>
  setups.find(({ client }) => client === name)?.text ?? '';

test('on this machine, every client starts the program with its folder', () => {
  const command = ['node', '/opt/tandem/dist/cli/main.js', 'mcp', '--dir', '/home/ada/my apps'];
  const setups = toClientSetups({ command, mcpUrl, agentsShow: 'key' });
  expect(setups.map(({ client }) => client)).toEqual(CLIENTS);
  for (const { text } of setups) expect(text).not.toContain(mcpUrl);
  expect(textOf(setups, 'Claude Code')).toBe(
    "claude mcp add tandem -- node /opt/tandem/dist/cli/main.js mcp --dir '/home/ada/my apps'",
  );
  expect(JSON.parse(textOf(setups, 'Cursor'))).toEqual({
    mcpServers: { tandem: { command: 'node', args: command.slice(1) } },
  });
  expect(textOf(setups, 'Codex')).toContain(`args = ${JSON.stringify(command.slice(1))}`);
});

test('from elsewhere, every client calls the address, with a key only where agents show one', () => {
  const withKey = toClientSetups({ mcpUrl, agentsShow: 'key' });
  const signIn = toClientSetups({ mcpUrl, agentsShow: 'signIn' });
  for (const { text } of [...withKey, ...signIn]) expect(text).toContain(mcpUrl);
  for (const { text } of withKey) expect(text).toMatch(/YOUR_KEY|TANDEM_KEY/);
  for (const { text } of signIn) expect(text).not.toMatch(/KEY/);
  expect(JSON.parse(textOf(withKey, 'VS Code'))).toEqual({
    servers: { tandem: { type: 'http', url: mcpUrl, headers: { Authorization: 'Bearer YOUR_KEY' } } },
  });
});
