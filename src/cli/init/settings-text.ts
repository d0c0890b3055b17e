import type { Kind } from './found-folder.ts';

/** Whom the local user is in an app with protected pages. */
export interface LocalUser {
  id: string;
  name: string;
  roles: readonly string[];
}

/** A new `tandem.yaml`, with what somebody may want to change next. */
export function newSettings(kinds: readonly Kind[], user: LocalUser | undefined): string {
  const parts = [
    '# Settings of Tandem for this folder. All are optional: this file may be empty.\n',
    ...(needsLiveArea(kinds) ? [LIVE_AREA] : []),
    user ? `mcp:\n${userSetting(user)}` : kinds.includes('lowdefy') ? MCP_FOR_APPS : '',
    ...(kinds.includes('live') ? [LIVE] : []),
    ...(kinds.includes('tools') ? [ASK] : []),
    HTTP,
  ];
  return parts.filter(Boolean).join('\n');
}

/** `user:` below `mcp:`. */
export function userSetting({ id, name, roles }: LocalUser): string {
  return `  # Whom you and your agents are in the app. Its protected pages need somebody; remove roles to see what others see.
  user:
    id: ${JSON.stringify(id)}
    name: ${JSON.stringify(name)}
    roles: ${JSON.stringify(roles)}
`;
}

/** Live UIs are offered in folders without an app; where there is one, only if they are asked for. */
export function needsLiveArea(kinds: readonly Kind[]): boolean {
  return kinds.includes('lowdefy') && kinds.includes('live');
}

export const LIVE_AREA = `# Live UIs, besides what the app offers.
areas: [live]
`;

const MCP_FOR_APPS = `# mcp:
#   readOnly: true           # agents may read but change nothing
#   confirm: writes          # a person approves every write
#   expose: forms            # each form becomes a tool of its own
`;

const LIVE = `live:
  # Start with the first call that needs it, so that an agent can begin with ui_display.
  autostart: true

# permissions:               # what Lua may reach besides the files of the UI
#   network: [api.example.com]
`;

const ASK = `# ask:
#   model: ./model.ts        # what ctx.sample and the chat ask
`;

const HTTP = `# http:
#   port: 8000               # of the page; tandem serve
#   mcpPort: 8001            # of MCP over HTTP
`;
