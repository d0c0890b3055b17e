import type { Status } from '../../protocol/page-messages.ts';

/** What connects one MCP client: a command to run, or a file to change. */
export interface ClientSetup {
  client: string;
  /** Where the text goes. */
  where: string;
  text: string;
}

type Server = Record<string, unknown>;

const KEY = 'YOUR_KEY';
const json = (value: unknown) => JSON.stringify(value, null, 2);
const mcpServers = (tandem: Server) => json({ mcpServers: { tandem } });
const toml = (lines: readonly (readonly [string, unknown])[]) =>
  ['[mcp_servers.tandem]', ...lines.map(([name, value]) => `${name} = ${JSON.stringify(value)}`)].join('\n');

/** How each client connects: on this machine it starts us itself, from elsewhere it calls our address. */
export function toClientSetups(status: Pick<Status, 'command' | 'mcpUrl' | 'agentsShow'>): ClientSetup[] {
  return PLACES.map(({ client, where, local, remote }) => {
    const [command, ...args] = status.command ?? [];
    const isLocal = command !== undefined;
    return {
      client,
      where,
      text: isLocal ? local(command, args) : remote(status.mcpUrl, status.agentsShow === 'key'),
    };
  });
}

const bearer = (hasKey: boolean) => (hasKey ? { headers: { Authorization: `Bearer ${KEY}` } } : {});

const PLACES: {
  client: string;
  where: string;
  local(command: string, args: string[]): string;
  remote(url: string, hasKey: boolean): string;
}[] = [
  {
    client: 'Claude Code',
    where: 'Run this in a terminal:',
    local: (command, args) => ['claude mcp add tandem --', command, ...args.map(quote)].join(' '),
    remote: (url, hasKey) =>
      `claude mcp add --transport http tandem ${url}${hasKey ? ` --header "Authorization: Bearer ${KEY}"` : ''}`,
  },
  {
    client: 'Claude Desktop',
    where: 'Settings › Developer › Edit config, claude_desktop_config.json:',
    local: (command, args) => mcpServers({ command, args }),
    // It starts programs only; this one passes everything on.
    remote: (url, hasKey) =>
      mcpServers({
        command: 'npx',
        args: ['-y', 'mcp-remote', url, ...(hasKey ? ['--header', `Authorization: Bearer ${KEY}`] : [])],
      }),
  },
  {
    client: 'Cursor',
    where: '.cursor/mcp.json in your project, or ~/.cursor/mcp.json:',
    local: (command, args) => mcpServers({ command, args }),
    remote: (url, hasKey) => mcpServers({ url, ...bearer(hasKey) }),
  },
  {
    client: 'VS Code',
    where: '.vscode/mcp.json in your project:',
    local: (command, args) => json({ servers: { tandem: { type: 'stdio', command, args } } }),
    remote: (url, hasKey) => json({ servers: { tandem: { type: 'http', url, ...bearer(hasKey) } } }),
  },
  {
    client: 'Windsurf',
    where: '~/.codeium/windsurf/mcp_config.json:',
    local: (command, args) => mcpServers({ command, args }),
    remote: (url, hasKey) => mcpServers({ serverUrl: url, ...bearer(hasKey) }),
  },
  {
    client: 'Codex',
    where: '~/.codex/config.toml:',
    local: (command, args) =>
      toml([
        ['command', command],
        ['args', args],
      ]),
    // The variable holds the key; it is not written into the file.
    remote: (url, hasKey) =>
      toml([['url', url], ...(hasKey ? ([['bearer_token_env_var', 'TANDEM_KEY']] as const) : [])]),
  },
  {
    client: 'Gemini CLI',
    where: '~/.gemini/settings.json:',
    local: (command, args) => mcpServers({ command, args }),
    remote: (url, hasKey) => mcpServers({ httpUrl: url, ...bearer(hasKey) }),
  },
];

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
