import { homedir } from 'node:os';
import { join } from 'node:path';
import { MCP_CLIENTS, type McpClient } from '../../protocol/client-setups.ts';

/** A client and the file in which it finds its servers. */
export interface ClientFile {
  client: McpClient;
  path: string;
  /** Whether the file is the project's; otherwise it is the user's, for all projects. */
  isOfProject: boolean;
  /** A folder that exists where the client is used. */
  sign: string;
}

interface Places {
  dir: string;
  home?: string;
  platform?: NodeJS.Platform;
  env?: Record<string, string | undefined>;
}

/** Where each client is configured on this machine, for a project. */
export function clientFiles({
  dir,
  home = homedir(),
  platform = process.platform,
  env = process.env,
}: Places): ClientFile[] {
  const project = (...path: string[]) => ({ path: join(dir, ...path), isOfProject: true });
  const user = (...path: string[]) => ({ path: join(...path), isOfProject: false });
  const codex = env.CODEX_HOME || join(home, '.codex');
  const desktop = join(desktopFolder(home, platform, env), 'Claude');
  const windsurf = join(home, '.codeium', 'windsurf');
  const places: Record<string, { path: string; isOfProject: boolean; sign: string }> = {
    'claude-code': { ...project('.mcp.json'), sign: join(home, '.claude') },
    'claude-desktop': { ...user(desktop, 'claude_desktop_config.json'), sign: desktop },
    cursor: { ...project('.cursor', 'mcp.json'), sign: join(home, '.cursor') },
    vscode: { ...project('.vscode', 'mcp.json'), sign: join(dir, '.vscode') },
    windsurf: { ...user(windsurf, 'mcp_config.json'), sign: windsurf },
    codex: { ...user(codex, 'config.toml'), sign: codex },
    gemini: { ...project('.gemini', 'settings.json'), sign: join(home, '.gemini') },
  };
  return MCP_CLIENTS.flatMap((client) => {
    const place = places[client.id];
    return place ? [{ client, ...place }] : [];
  });
}

function desktopFolder(home: string, platform: NodeJS.Platform, env: Places['env'] = {}): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || join(home, '.config');
}
