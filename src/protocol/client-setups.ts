import type { Status } from './page-messages.ts';

type Server = Record<string, unknown>;

/** An MCP client, and how it is configured: servers are listed below one key of a file. */
export interface McpClient {
  id: string;
  name: string;
  /** Where the text goes, for people. */
  where: string;
  format: 'json' | 'toml';
  key: string;
  /** The entry of a server that the client starts. */
  local(command: string, args: readonly string[]): Server;
  /** The entry of a server at an address. */
  remote(url: string, hasKey: boolean): Server;
  /** A command that people run instead of changing the file. */
  command?: {
    local(command: string, args: readonly string[]): string;
    remote(url: string, hasKey: boolean): string;
  };
}

const KEY = 'YOUR_KEY';
const bearer = (hasKey: boolean) => (hasKey ? { headers: { Authorization: `Bearer ${KEY}` } } : {});
const started = (command: string, args: readonly string[]) => ({ command, args: [...args] });

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    where: 'Run this in a terminal:',
    format: 'json',
    key: 'mcpServers',
    local: started,
    remote: (url, hasKey) => ({ type: 'http', url, ...bearer(hasKey) }),
    command: {
      local: (command, args) => ['claude mcp add tandem --', command, ...args.map(quote)].join(' '),
      remote: (url, hasKey) =>
        `claude mcp add --transport http tandem ${url}${hasKey ? ` --header "Authorization: Bearer ${KEY}"` : ''}`,
    },
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    where: 'Settings › Developer › Edit config, claude_desktop_config.json:',
    format: 'json',
    key: 'mcpServers',
    local: started,
    // It starts programs only; this one passes everything on.
    remote: (url, hasKey) => ({
      command: 'npx',
      args: ['-y', 'mcp-remote', url, ...(hasKey ? ['--header', `Authorization: Bearer ${KEY}`] : [])],
    }),
  },
  {
    id: 'cursor',
    name: 'Cursor',
    where: '.cursor/mcp.json in your project, or ~/.cursor/mcp.json:',
    format: 'json',
    key: 'mcpServers',
    local: started,
    remote: (url, hasKey) => ({ url, ...bearer(hasKey) }),
  },
  {
    id: 'vscode',
    name: 'VS Code',
    where: '.vscode/mcp.json in your project:',
    format: 'json',
    key: 'servers',
    local: (command, args) => ({ type: 'stdio', ...started(command, args) }),
    remote: (url, hasKey) => ({ type: 'http', url, ...bearer(hasKey) }),
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    where: '~/.codeium/windsurf/mcp_config.json:',
    format: 'json',
    key: 'mcpServers',
    local: started,
    remote: (url, hasKey) => ({ serverUrl: url, ...bearer(hasKey) }),
  },
  {
    id: 'codex',
    name: 'Codex',
    where: '~/.codex/config.toml:',
    format: 'toml',
    key: 'mcp_servers',
    local: started,
    // The variable holds the key; it is not written into the file.
    remote: (url, hasKey) => ({ url, ...(hasKey && { bearer_token_env_var: 'TANDEM_KEY' }) }),
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    where: '~/.gemini/settings.json:',
    format: 'json',
    key: 'mcpServers',
    local: started,
    remote: (url, hasKey) => ({ httpUrl: url, ...bearer(hasKey) }),
  },
];

/** The text of an entry, alone in its file. */
export function entryText({ format, key }: McpClient, name: string, server: Server): string {
  if (format === 'json') return JSON.stringify({ [key]: { [name]: server } }, null, 2);
  const lines = Object.entries(server).map(([property, value]) => `${property} = ${JSON.stringify(value)}`);
  return [`[${key}.${name}]`, ...lines].join('\n');
}

/** What connects one MCP client: a command to run, or a file to change. */
export interface ClientSetup {
  client: string;
  /** Where the text goes. */
  where: string;
  text: string;
}

/** How each client connects: on this machine it starts us itself, from elsewhere it calls our address. */
export function toClientSetups(status: Pick<Status, 'command' | 'mcpUrl' | 'agentsShow'>): ClientSetup[] {
  const [program, ...args] = status.command ?? [];
  const hasKey = status.agentsShow === 'key';
  return MCP_CLIENTS.map((client) => {
    const { name, where, command } = client;
    const text =
      program === undefined
        ? (command?.remote(status.mcpUrl, hasKey) ??
          entryText(client, 'tandem', client.remote(status.mcpUrl, hasKey)))
        : (command?.local(program, args) ?? entryText(client, 'tandem', client.local(program, args)));
    return { client: name, where, text };
  });
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
